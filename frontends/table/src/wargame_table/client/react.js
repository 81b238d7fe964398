// A table in React: `useTable` for a page that draws itself, `Table` for the board of the library.

import { createElement, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { TableClient } from "./client.js";
import { own, sit } from "./embed.js";

const EVENTS = { yours: "onYours", waiting: "onWaiting", sending: "onSending", over: "onOver", offline: "onOffline", refused: "onRefused", again: "onAgain", told: "onTold" };

/**
 * The seat of a link: its `view`, and what may be done, which resolves to whether it was. What is refused stands in
 * `view.refusal`. The line is opened when the component is there and closed when it is gone.
 */
export function useTable(link, { name = "", poll = undefined, transport = undefined, key = undefined } = {}) {
  const client = useMemo(() => new TableClient(link, { name, poll, transport, key }), [link, name, poll, transport, key]);
  useEffect(() => {
    client.open();
    return () => client.close();
  }, [client]);
  const view = useSyncExternalStore(client.subscribe, client.getSnapshot, client.getSnapshot);
  const done = (work) => work.catch(() => false);
  return {
    view,
    client,
    choose: (choice) => done(client.play(choice)),
    undo: () => done(client.undo()),
    offer: (what) => done(client.offer(what)),
    answer: (yes) => done(client.answer(yes)),
    resign: () => done(client.resign()),
    say: (text) => done(client.say(text).then(() => true)),
  };
}

/** `<wargame-table>` with a seat: `link`, `name`, `poll`; with `mine` the key of this browser takes the seat; `onYours`, `onOver` ... for its events; all else goes to the element. */
export function Table({ link, name = "", poll = false, mine = false, ...props }) {
  const element = useRef(null);
  const heard = useRef(props);
  heard.current = props;
  useEffect(() => {
    const table = element.current;
    const hear = ({ type, detail }) => heard.current[EVENTS[type]]?.(detail);
    for (const event of Object.keys(EVENTS)) table.addEventListener(event, hear);
    let gone = false;
    const seat = mine ? own(link) : Promise.resolve({ link, sitter: null });
    seat.then((taken) => gone || sit(table, taken.link, { name, poll, sitter: taken.sitter }));
    return () => {
      gone = true;
      for (const event of Object.keys(EVENTS)) table.removeEventListener(event, hear);
      table.stop();
    };
  }, [link, name, poll, mine]);
  const others = Object.fromEntries(Object.entries(props).filter(([prop]) => !Object.values(EVENTS).includes(prop)));
  return createElement("wargame-table", { ...others, key: link, ref: element });
}
