for (const touch of document.querySelectorAll(".wg-touch")) {
  const { legal, sentences, moves } = JSON.parse(touch.querySelector("script").textContent);
  const answer = touch.querySelector(".wg-answer");
  const pieces = new Map([...touch.querySelectorAll("[data-piece]")].map((piece) => [piece.dataset.piece, piece]));
  const spaces = new Map([...touch.querySelectorAll("[data-space]")].map((space) => [space.dataset.space, space]));
  const home = new Map([...pieces].map(([id, piece]) => [id, piece.getAttribute("transform")]));
  let held = null;

  const of = (piece, space) => (typeof moves[piece] === "number" ? moves[piece] : moves[piece][space]);
  const may = (piece) => typeof moves[piece] === "object";

  function light() {
    for (const [id, piece] of pieces) {
      piece.classList.toggle("wg-held", id === held);
      piece.classList.toggle("wg-may", held === null && may(id));
    }
    for (const [id, space] of spaces) space.classList.toggle("wg-reach", held !== null && of(held, id) < legal);
  }

  function say(number) {
    answer.textContent = sentences[number];
    answer.classList.toggle("wg-no", number >= legal);
  }

  function back() {
    for (const [id, piece] of pieces) piece.setAttribute("transform", home.get(id));
  }

  function take(id) {
    back();
    if (!may(id)) {
      held = null;
      say(of(id));
    } else {
      held = id;
      const ways = [...spaces.keys()].filter((space) => of(id, space) < legal).length;
      const name = pieces.get(id).querySelector("title").textContent.replace(/^.*?: /, "");
      answer.textContent = `${name}: ${ways} spaces to go to. Try one that is not lit, too.`;
      answer.classList.remove("wg-no");
    }
    light();
  }

  function go(space) {
    const number = of(held, space);
    say(number);
    if (number >= legal) return;
    const there = spaces.get(space);
    const [x, y] = ["x", "y"].map((name) => Number(there.getAttribute(name)));
    back();
    pieces.get(held).setAttribute("transform", `translate(${x} ${y})`);
    held = null;
    light();
  }

  function touched(target) {
    const piece = target.closest("[data-piece]");
    const space = target.closest("[data-space]");
    if (piece && held !== null && piece.dataset.side !== pieces.get(held).dataset.side) go(piece.dataset.at);
    else if (piece) take(piece.dataset.piece);
    else if (space && held !== null) go(space.dataset.space);
  }

  touch.addEventListener("click", (event) => touched(event.target));
  touch.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      held = null;
      back();
      light();
    }
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    touched(event.target);
  });
  for (const one of [...pieces.values(), ...spaces.values()]) one.setAttribute("tabindex", one.dataset.piece ? 0 : -1);
  light();
}
