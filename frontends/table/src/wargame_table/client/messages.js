// Made from the types of the program; do not edit.

export const PROTOCOL = "wargame-table/4";
