// Choosing a row of a menu by pointing at what it names: a unit, then a place. Knows no game, and no page.

/** What a row names, each as "piece:c9" or "place:D10", in the groups in which they are pointed at. */
export function referencesOf(row) {
  const about = row.about ?? {};
  const groups = [
    (about.cards ?? []).map((id) => `card:${id}`),
    (about.pieces ?? []).map((id) => `piece:${id}`),
    targetsOf(about).map((id) => `piece:${id}`),
    about.to && about.to !== "off" ? [`place:${about.to}`] : [],
    about.to ? [] : (about.places ?? []).map((id) => `place:${id}`),
  ];
  const filled = groups.filter((group) => group.length);
  return filled.length || !about.from ? filled : [[`place:${about.from}`]];
}

/** What a row acts on, in such groups: the pieces attacked or joined, where it leads; empty where it names only who acts. */
export function actsOn(row) {
  const about = row.about ?? {};
  const own = new Set([...(about.cards ?? []).map((id) => `card:${id}`), ...(about.pieces ?? []).map((id) => `piece:${id}`)]);
  return own.size ? referencesOf(row).filter((group) => !group.some((name) => own.has(name))) : [];
}

/** The pieces that are acted on. */
export function targetsOf(about) {
  return [...new Set([...(about.target ? [about.target] : []), ...(about.targets ?? [])])];
}

/**
 * What a row acts on that belongs to others: pieces that it attacks, the place where they stand.
 * @param {any} row @param {(piece: string) => string} sideOf @param {(place: string) => string[]} piecesIn
 */
export function foesOf({ about = {} }, sideOf, piecesIn) {
  const own = new Set((about.pieces ?? []).map(sideOf));
  const isFoe = (id) => own.size > 0 && sideOf(id) !== "" && !own.has(sideOf(id));
  const place = about.to && piecesIn(about.to).some(isFoe) ? [`place:${about.to}`] : [];
  return [...targetsOf(about).filter(isFoe).map((id) => `piece:${id}`), ...place];
}

/** The choices of one question, narrowed by what has been pointed at. `foes` says what a row acts on that belongs to others: it can be pointed at first. */
export class Picker {
  /** @param {any[]} rows @param {(row: any) => string[]} foes @param {(name: string) => boolean} isThere whether a thing lies where it can be pointed at */
  constructor(rows, foes = () => [], isThere = () => true) {
    this.rows = rows;
    this.isThere = isThere;
    this.foes = rows.map(foes);
    this.groups = rows.map(referencesOf);
    this.all = this.groups.map((groups) => new Set(groups.flat()));
    this.acts = rows.map(actsOn);
    this.picks = [];
  }

  /** The rows that name everything that was picked, as numbers. */
  get left() {
    return this.rows.map((_, number) => number).filter((number) => this.picks.every((pick) => this.all[number].has(pick)));
  }

  /** The rows that name nothing: buttons, whatever is picked. */
  get bare() {
    return this.rows.map((_, number) => number).filter((number) => !this.all[number].size);
  }

  /** What every row with references names: nobody has to point at that. */
  get implied() {
    const named = this.left.filter((number) => this.all[number].size);
    if (named.length < 2) return new Set();
    return new Set([...this.all[named[0]]].filter((name) => named.every((number) => this.all[number].has(name))));
  }

  /** The only row that is left, once it was pointed at what it acts on too; null before. */
  get decided() {
    const { left } = this;
    if (left.length !== 1) return null;
    const acts = this.acts[left[0]];
    return !acts.length || acts.flat().some((name) => this.picks.includes(name)) ? left[0] : null;
  }

  /** What can be pointed at next, with the rows behind it. */
  get lit() {
    const [only, ...others] = this.left;
    if (only !== undefined && !others.length && this.picks.length) {
      return new Map(this.decided === null ? this.acts[only][0].map((name) => [name, [only]]) : []);
    }
    const done = new Set([...this.picks, ...this.implied]);
    const lit = new Map();
    for (const number of this.left) {
      const group = this.groups[number].find((names) => names.some((name) => !done.has(name)));
      const next = (group ?? []).filter((name) => !done.has(name));
      for (const name of new Set([...next, ...this.foes[number].filter((foe) => !this.picks.includes(foe))])) {
        if (!lit.has(name)) lit.set(name, []);
        lit.get(name).push(number);
      }
    }
    return lit;
  }

  /** Where rows lead whose next thing lies nowhere, as a unit that arrives: what can be pointed at in its stead, with the rows behind it. */
  get ahead() {
    const done = new Set([...this.picks, ...this.implied]);
    const ahead = new Map();
    for (const number of this.left) {
      const [next, ...later] = this.groups[number].filter((names) => names.some((name) => !done.has(name)));
      if (!next || next.some(this.isThere)) continue;
      for (const name of later.flat().filter((name) => !done.has(name) && this.isThere(name))) {
        if (!ahead.has(name)) ahead.set(name, []);
        ahead.get(name).push(number);
      }
    }
    return ahead;
  }

  /** The rows that name what was picked and nothing else. */
  get exact() {
    const done = new Set([...this.picks, ...this.implied]);
    return this.left.filter((number) => this.all[number].size && [...this.all[number]].every((name) => done.has(name)));
  }

  /** Point at something. Returns the row that is decided by it, or null. */
  pick(name) {
    this.picks.push(name);
    return this.decided;
  }

  /** Take the last pick back; false when there was none. */
  back() {
    return this.picks.pop() !== undefined;
  }
}
