// What `react.js` gives away, and the elements in JSX.

import type { DetailedHTMLProps, HTMLAttributes, ReactElement } from "react";
import type { ClientOptions, Playable, TableClient, TableView } from "./client.js";
import type { WargamePart, WargameTable } from "./index.js";
import type { Refusal, Told, Update } from "./messages.js";

export type { Playable, TableClient, TableView } from "./client.js";

export interface Seat {
  readonly view: TableView;
  readonly client: TableClient;
  /** Play words of a label, a row of `view.choices`, or an action. What is refused stands in `view.refusal`. */
  choose(choice: Playable): Promise<boolean>;
  undo(): Promise<boolean>;
  offer(what: "back" | "draw" | "end" | "again"): Promise<boolean>;
  answer(yes: boolean): Promise<boolean>;
  resign(): Promise<boolean>;
  say(text: string): Promise<boolean>;
}

/** The seat of a link, for a component that draws it itself. */
export function useTable(link: string, options?: ClientOptions): Seat;

export interface TableProps extends Omit<HTMLAttributes<WargameTable>, "onWaiting"> {
  link: string;
  name?: string;
  poll?: boolean;
  /** The key of this browser takes the seat: whoever opens the link after that only watches. */
  mine?: boolean;
  /** No dialog opens over the page at a first visit. */
  plain?: boolean;
  onYours?: (update: Update) => void;
  onWaiting?: (update: Update) => void;
  onSending?: (update: Update) => void;
  onOver?: (update: Update) => void;
  onOffline?: (update: Update) => void;
  onRefused?: (refusal: Refusal) => void;
  onAgain?: (address: string) => void;
  onTold?: (message: Told) => void;
}

/** The board of the library: give it a height. */
export function Table(props: TableProps): ReactElement;

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "wargame-table": DetailedHTMLProps<HTMLAttributes<WargameTable>, WargameTable> & { plain?: boolean };
      "wargame-part": DetailedHTMLProps<HTMLAttributes<WargamePart>, WargamePart> & { of?: string; name?: string };
    }
  }
}
