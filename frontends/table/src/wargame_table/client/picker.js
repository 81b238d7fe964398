// Choosing a row of a menu by pointing at what it names: a unit, then a place. Knows no game, and no page.

/** What a row names, each as "piece:c9" or "place:D10", in the groups in which they are pointed at. */
export function referencesOf(row) {
  const actionFacts = row.about ?? {};
  const groups = [
    (actionFacts.cards ?? []).map((id) => `card:${id}`),
    (actionFacts.pieces ?? []).map((id) => `piece:${id}`),
    targetsOf(actionFacts).map((id) => `piece:${id}`),
    actionFacts.to && actionFacts.to !== "off" ? [`place:${actionFacts.to}`] : [],
    actionFacts.to ? [] : (actionFacts.places ?? []).map((id) => `place:${id}`),
  ];
  const filled = groups.filter((group) => group.length);
  return filled.length || !actionFacts.from ? filled : [[`place:${actionFacts.from}`]];
}

/** What a row acts on, in such groups: the pieces attacked or joined, where it leads; empty where it names only who acts. */
export function actsOn(row) {
  const actionFacts = row.about ?? {};
  const ownReferences = new Set([...(actionFacts.cards ?? []).map((id) => `card:${id}`), ...(actionFacts.pieces ?? []).map((id) => `piece:${id}`)]);
  return ownReferences.size ? referencesOf(row).filter((group) => !group.some((name) => ownReferences.has(name))) : [];
}

/** The pieces that are acted on. */
export function targetsOf(actionFacts) {
  return [...new Set([...(actionFacts.target ? [actionFacts.target] : []), ...(actionFacts.targets ?? [])])];
}

/**
 * What a row acts on that belongs to others: pieces that it attacks, the place where they stand.
 * @param {any} row @param {(piece: string) => string} sideOf @param {(place: string) => string[]} piecesIn
 */
export function foesOf({ about = {} }, sideOf, piecesIn) {
  const ownSides = new Set((about.pieces ?? []).map(sideOf));
  const isFoe = (id) => ownSides.size > 0 && sideOf(id) !== "" && !ownSides.has(sideOf(id));
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
    return this.rows.map((_, number) => number).filter((number) => this.picks.every((pickedName) => this.all[number].has(pickedName)));
  }

  /** The rows that name nothing: buttons, whatever is picked. */
  get bare() {
    return this.rows.map((_, number) => number).filter((number) => !this.all[number].size);
  }

  /** What every row with references names: nobody has to point at that. */
  get implied() {
    const namedNumbers = this.left.filter((number) => this.all[number].size);
    if (namedNumbers.length < 2) return new Set();
    return new Set([...this.all[namedNumbers[0]]].filter((name) => namedNumbers.every((number) => this.all[number].has(name))));
  }

  /** The only row that is left, once it was pointed at what it acts on too; null before. */
  get decided() {
    const { left } = this;
    if (left.length !== 1) return null;
    const firstActs = this.acts[left[0]];
    return !firstActs.length || firstActs.flat().some((name) => this.picks.includes(name)) ? left[0] : null;
  }

  /** What can be pointed at next, with the rows behind it. */
  get lit() {
    const [onlyNumber, ...otherNumbers] = this.left;
    if (onlyNumber !== undefined && !otherNumbers.length && this.picks.length) {
      return new Map(this.decided === null ? this.acts[onlyNumber][0].map((name) => [name, [onlyNumber]]) : []);
    }
    const namesDone = new Set([...this.picks, ...this.implied]);
    const lit = new Map();
    for (const number of this.left) {
      const group = this.groups[number].find((names) => names.some((name) => !namesDone.has(name)));
      const nextNames = (group ?? []).filter((name) => !namesDone.has(name));
      for (const name of new Set([...nextNames, ...this.foes[number].filter((foe) => !this.picks.includes(foe))])) {
        if (!lit.has(name)) lit.set(name, []);
        lit.get(name).push(number);
      }
    }
    return lit;
  }

  /** Where rows lead whose next thing lies nowhere, as a unit that arrives: what can be pointed at in its stead, with the rows behind it. */
  get ahead() {
    const namesDone = new Set([...this.picks, ...this.implied]);
    const ahead = new Map();
    for (const number of this.left) {
      const [nextNames, ...laterGroups] = this.groups[number].filter((names) => names.some((name) => !namesDone.has(name)));
      if (!nextNames || nextNames.some(this.isThere)) continue;
      for (const name of laterGroups.flat().filter((name) => !namesDone.has(name) && this.isThere(name))) {
        if (!ahead.has(name)) ahead.set(name, []);
        ahead.get(name).push(number);
      }
    }
    return ahead;
  }

  /** The rows that name what was picked and nothing else. */
  get exact() {
    const namesDone = new Set([...this.picks, ...this.implied]);
    return this.left.filter((number) => this.all[number].size && [...this.all[number]].every((name) => namesDone.has(name)));
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
