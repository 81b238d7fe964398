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
  const whetherDone = (work) => work.catch(() => false);
  return {
    view,
    client,
    choose: (choice) => whetherDone(client.play(choice)),
    undo: () => whetherDone(client.undo()),
    offer: (offerKind) => whetherDone(client.offer(offerKind)),
    answer: (isAccepted) => whetherDone(client.answer(isAccepted)),
    resign: () => whetherDone(client.resign()),
    say: (text) => whetherDone(client.say(text).then(() => true)),
  };
}

/** `<wargame-table>` with a seat: `link`, `name`, `poll`; with `mine` the key of this browser takes the seat; `onYours`, `onOver` ... for its events; all else goes to the element. */
export function Table({ link, name = "", poll = false, mine = false, ...props }) {
  const element = useRef(null);
  const latestProps = useRef(props);
  latestProps.current = props;
  useEffect(() => {
    const table = element.current;
    const hearEvent = ({ type, detail }) => latestProps.current[EVENTS[type]]?.(detail);
    for (const event of Object.keys(EVENTS)) table.addEventListener(event, hearEvent);
    let isGone = false;
    const seat = mine ? own(link) : Promise.resolve({ link, sitter: null });
    seat.then((ownSeat) => isGone || sit(table, ownSeat.link, { name, poll, sitter: ownSeat.sitter }));
    return () => {
      isGone = true;
      for (const event of Object.keys(EVENTS)) table.removeEventListener(event, hearEvent);
      table.stop();
    };
  }, [link, name, poll, mine]);
  const otherProps = Object.fromEntries(Object.entries(props).filter(([prop]) => !Object.values(EVENTS).includes(prop)));
  return createElement("wargame-table", { ...otherProps, key: link, ref: element });
}
