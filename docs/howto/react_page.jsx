import { createRoot } from "react-dom/client";
import { useTable } from "wargame-table/react";

function Seat({ link }) {
  const { view, choose } = useTable(link, { name: "Ann" });
  return (
    <main data-status={view.status}>
      <h1>{view.outcome?.text ?? (view.prompt || "Waiting ...")}</h1>
      <p role="alert">{view.problem || view.refusal}</p>
      {view.choices.map((row) => <button key={row.label} onClick={() => choose(row)}>{row.label}</button>)}
      <ul>{view.story.slice(-5).map((row, number) => <li key={number}>{row.text}</li>)}</ul>
    </main>
  );
}

createRoot(document.querySelector("#seat")).render(<Seat link={location.hash.slice(1)} />);
