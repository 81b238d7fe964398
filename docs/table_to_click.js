{
  const box = document.querySelector(".wg-table");
  const { game } = box.dataset;
  const answer = box.querySelector(".wg-answer");
  const sit = box.querySelector(".wg-sit");
  const OWN = "table/"; // beside these pages
  const ABOVE = "../"; // these pages are part of a site that plays

  /** Where a site with the game lies, or null. */
  async function home() {
    for (const place of [OWN, ABOVE]) {
      try {
        const told = await fetch(`${place}site.json`, { cache: "no-cache" });
        if (told.ok && (await told.json()).games.some(({ id }) => id === game)) return place;
      } catch {
        // no such file, or none that can be read: the next place is asked
      }
    }
    return null;
  }

  function say(words) {
    answer.classList.add("wg-no");
    answer.textContent = words;
  }

  function sitDown(address) {
    const frame = document.createElement("iframe");
    Object.assign(frame, { src: address, title: "A table: the lesson", className: "wg-frame" });
    const link = document.createElement("a");
    Object.assign(link, { href: address, target: "_blank", rel: "noopener", textContent: "the table in a window of its own" });
    box.replaceChildren(frame, link);
    frame.focus();
  }

  async function prepare() {
    if (location.protocol === "file:") return say("This page was opened from a file, and browsers let no file start the Python that plays. Put the folder on any web server: python3 -m http.server --directory FOLDER");
    if (typeof WebAssembly === "undefined") return say("This browser has no WebAssembly, in which the Python of the table runs. Any current browser has it, unless it was turned off.");
    const place = await home();
    if (place === null) return say("These pages were made without a table: Python for browsers was not at hand. python3 run.py docs --out FOLDER --pyodide ARCHIVE makes them with one.");
    answer.textContent = "The table is here. Sitting down loads Python and the game from this site, some 16 MB once, and nothing from elsewhere.";
    sit.hidden = false;
    sit.addEventListener("click", () => sitDown(`${place}index.html#learn=${game}`));
  }

  prepare();
}
