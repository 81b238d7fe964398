// The looks of the table: light, dark and high contrast, for phones and wide screens.

import { PALETTE } from "./palette.js";

const LIGHT = `--wg-paper:#fbf8f1;--wg-card:#fffdf6;--wg-ink:#26211a;--wg-soft:#5f574a;--wg-line:#d9d0bd;--wg-can:#0a5bd0;--wg-picked:#a3005c;--wg-last:#a34d00;--wg-focus:#000;--wg-button:#f1ead9;--wg-mark:#8a4b16;--wg-ground:none;`;
const DARK = `--wg-paper:#1b1916;--wg-card:#26231f;--wg-ink:#ece6d9;--wg-soft:#b3aa99;--wg-line:#4a443b;--wg-can:#7ab8ff;--wg-picked:#ff8ac6;--wg-last:#ffb066;--wg-focus:#fff;--wg-button:#36312a;--wg-mark:#e0a668;--wg-ground:none;`;
const HIGH = `--wg-paper:#fff;--wg-card:#fff;--wg-ink:#000;--wg-soft:#000;--wg-line:#000;--wg-can:#0000d8;--wg-picked:#b00060;--wg-last:#7a3300;--wg-focus:#000;--wg-button:#fff;--wg-mark:#000;--wg-ground:contrast(1.2);`;

const TEXT = `
:host{${LIGHT}display:block;height:100%;background:var(--wg-paper);color:var(--wg-ink);font:1rem/1.45 Georgia,"Times New Roman",serif;color-scheme:light}
@media (prefers-color-scheme:dark){:host{${DARK}color-scheme:dark}}
@media (prefers-contrast:more){:host{${HIGH}color-scheme:light}}
:host([data-theme=light]){${LIGHT}color-scheme:light}
:host([data-theme=dark]){${DARK}color-scheme:dark}
:host([data-theme=contrast]){${HIGH}color-scheme:light}
*{box-sizing:border-box}
[hidden]{display:none!important}
button,input,select{font:inherit;color:inherit}
select,textarea,input:not([type=checkbox],[type=range]){background:var(--wg-paper);border:1px solid var(--wg-line)}
button{background:var(--wg-button);border:1px solid var(--wg-line);border-radius:.4rem;padding:.35rem .7rem;cursor:pointer;text-align:left}
button:hover:not(:disabled){border-color:var(--wg-ink)}
button:disabled{opacity:.5;cursor:default}
:focus-visible{outline:3px solid var(--wg-focus);outline-offset:1px}
.table{display:grid;height:100%;grid-template:auto minmax(0,1fr) auto/minmax(0,1fr) minmax(20rem,27rem);grid-template-areas:"head head" "board side" "film side"}
header{grid-area:head;display:flex;gap:.3rem .8rem;align-items:center;padding:.3rem .8rem;border-bottom:1px solid var(--wg-line);background:var(--wg-card)}
header h1{font-size:1.05rem;margin:0;flex:0 4 auto;min-width:6rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
header button{flex:none}
header .cursor{color:var(--wg-soft);flex:1 1 auto;min-width:4rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
header .seats{display:flex;flex-wrap:wrap;gap:0 .6rem;min-width:0;list-style:none;margin:0;padding:0;font-size:.9rem}
header .seats li::before{content:"○ "}
header .seats li[data-here]::before{content:"● "}
header .seats li[data-bot]::before{content:"⚙ "}
header .seats li[data-you]{font-weight:bold}
header .seats .clock{font-variant-numeric:tabular-nums;font-weight:normal;display:inline-block;margin-inline-start:.4em}
header .seats .clock[data-over]{font-weight:bold;outline:2px solid currentColor;padding-inline:.2em}
header .seats li[data-turn]{text-decoration:underline;text-underline-offset:.2em}
.board{grid-area:board;position:relative;overflow:hidden;touch-action:none;user-select:none;background:var(--wg-paper);min-height:0}
.lens{position:absolute;left:0;top:0;transform-origin:0 0}
.lens.moving{will-change:transform}
.ground,.under,.lettering,.over{position:absolute;left:0;top:0;transform:translateZ(0)}
.ground,.lettering{filter:var(--wg-ground)}
.over,.under,.lettering{overflow:visible}
.under,.lettering{pointer-events:none}
.to-place{fill:none;stroke-width:.8;stroke-dasharray:2 1.5}
.space{fill:transparent;stroke:none}
.space:hover{fill:var(--wg-ink);fill-opacity:.08}
.space:focus{outline:none;stroke:var(--wg-focus);stroke-width:3}
.space[data-lit=can],.piece[data-lit=can]{cursor:pointer}
.ring{pointer-events:none;fill:var(--wg-can);fill-opacity:.16;stroke:var(--wg-can);stroke-width:2.5;stroke-dasharray:5 3}
.ring[data-ring=picked]{fill:var(--wg-picked);stroke:var(--wg-picked);stroke-width:3.5;stroke-dasharray:none}
.space[data-hint]{stroke:var(--wg-last);stroke-width:3}
.piece[data-lit=can]{filter:drop-shadow(0 0 2px var(--wg-card)) drop-shadow(0 0 3px var(--wg-can)) drop-shadow(0 0 3px var(--wg-can));outline:1.5px dashed var(--wg-can);outline-offset:1.5px}
.piece[data-lit=picked]{filter:drop-shadow(0 0 1px var(--wg-picked)) drop-shadow(0 0 4px var(--wg-picked));outline:5px double var(--wg-picked);outline-offset:1px}
.piece[data-hint]{filter:drop-shadow(0 0 2px var(--wg-last)) drop-shadow(0 0 4px var(--wg-last))}
.piece:focus{outline:3px solid var(--wg-focus)}
.plain{fill:#fffdf6;stroke:#26211a}
.plain-name{font-size:10px;fill:#26211a}
.way{fill:none;stroke:var(--wg-last);stroke-width:4;stroke-linecap:round;stroke-linejoin:round;stroke-dasharray:1 8;pointer-events:none}
[data-layer=ways],[data-layer=reach]{pointer-events:none}
.bare [data-layer=pieces]{opacity:.12}
.tools{position:absolute;right:.5rem;top:.5rem;display:flex;flex-direction:column;gap:.25rem;z-index:2}
.tools button{width:2.75rem;height:2.75rem;padding:0;text-align:center;background:var(--wg-card)}
.tip{position:absolute;left:.5rem;bottom:.5rem;max-width:min(34rem,calc(100% - 1rem));background:var(--wg-card);border:1px solid var(--wg-line);border-radius:.4rem;padding:.35rem .6rem;font-size:.9rem;pointer-events:none;z-index:2}
.tip:empty{display:none}
.film{grid-area:film;display:flex;gap:.5rem;align-items:center;padding:.4rem .8rem;border-top:1px solid var(--wg-line);background:var(--wg-card)}
.film input{flex:1;min-width:4rem}
.side{grid-area:side;display:flex;flex-direction:column;min-height:0;border-left:1px solid var(--wg-line);background:var(--wg-card)}
.ask{padding:.6rem .8rem;border-bottom:1px solid var(--wg-line);overflow:auto;max-height:55%;flex:none}
.prompt{font-size:1.05rem;margin:0 0 .4rem}
.prompt small,cite{color:var(--wg-soft);font-size:.8rem;font-style:normal}
.note{margin:0 0 .4rem;color:var(--wg-picked)}
.ask .cite{color:var(--wg-soft);font-size:.8rem;display:block;margin:-.3rem 0 .4rem}
.ask .cite:empty{display:none}
.rules details{border-bottom:1px solid var(--wg-line);padding:.3rem 0}
.rules summary{cursor:pointer;min-height:1.8rem}
.rules details p{margin:.3rem 0}
.rules .count{color:var(--wg-soft);margin:0 0 .3rem}
header .house{color:var(--wg-mark);font-style:italic}
header .house:empty{display:none}
.note:empty,.chances:empty{display:none}
.filter{width:100%;padding:.4rem;margin-bottom:.4rem;background:var(--wg-paper);border:1px solid var(--wg-line);border-radius:.4rem}
.rows{display:flex;flex-direction:column;gap:.25rem}
.choice{display:flex;gap:.25rem}
.rows button{min-height:44px;flex:1}
.rows button.odds{flex:none;width:44px;text-align:center;color:var(--wg-soft)}
.help{display:block;color:var(--wg-soft)}
table{border-collapse:collapse;width:100%;font-size:.92rem}
th,td{text-align:left;vertical-align:top;padding:.1rem .4rem .1rem 0;font-weight:normal}
th{color:var(--wg-soft);white-space:nowrap}
.tabs{display:flex;border-bottom:1px solid var(--wg-line);overflow-x:auto;flex:none}
.tabs button{border:0;border-radius:0;background:none;padding:.5rem .7rem;min-height:44px}
.tabs button[aria-selected=true]{border-bottom:3px solid var(--wg-mark);font-weight:bold}
.pages{flex:1;min-height:0;display:flex}
.page{flex:1;overflow:auto;padding:.5rem .8rem;min-height:0}
.panel h3{font-size:1rem;margin:.6rem 0 .2rem;color:var(--wg-mark)}
.panel h4{margin:.6rem 0 0}
.panel pre{overflow:auto;font-size:.8rem}
.cards{list-style:none;margin:0;padding:0;display:grid;gap:.4rem}
.card{border:1px solid var(--wg-line);border-radius:.4rem;padding:.4rem .6rem;background:var(--wg-paper)}
.card p{margin:.2rem 0 0;font-size:.9rem}
.boxes,.steps{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem;padding:0;margin:.2rem 0}
.boxes li,.steps li{border:1px solid var(--wg-line);border-radius:.25rem;padding:0 .35rem;font-size:.85rem}
.here{background:var(--wg-mark);color:var(--wg-card);font-weight:bold}
.log{list-style:none;margin:0;padding:0}
.log li{padding:.12rem 0 .12rem .5rem;border-left:3px solid transparent}
.log li.new{border-color:var(--wg-last)}
.log li[data-film]{background:var(--wg-button)}
.link{all:unset;cursor:pointer;text-decoration:underline;text-decoration-color:var(--wg-line);text-underline-offset:.2em}
.link:focus-visible{outline:3px solid var(--wg-focus)}
.continued{border:1px solid var(--wg-mark);border-radius:.4rem;padding:.4rem .6rem}
.continued:empty{display:none}
.why{padding:0 .4rem;margin-left:.4rem;font-size:.8rem}
.die{display:inline-block;min-width:1.5em;text-align:center;border:1px solid var(--wg-line);border-radius:.25rem;background:var(--wg-paper);font-size:1.15rem;line-height:1.3}
.die.drawn{font-size:.9rem;padding:0 .3rem}
.card[data-lit]{border:2px dashed var(--wg-can);cursor:pointer}
.card[data-lit=picked]{border:3px double var(--wg-picked)}
.dice small{color:var(--wg-soft)}
.talk{display:flex;gap:.3rem;margin:.4rem 0}
.talk input{flex:1;min-width:0;padding:.4rem;background:var(--wg-paper);border:1px solid var(--wg-line);border-radius:.4rem}
.said{list-style:none;padding:0;margin:0}
.popup{position:fixed;z-index:9;display:flex;flex-direction:column;gap:.2rem;max-width:min(24rem,90vw);max-height:60vh;overflow:auto;padding:.3rem;background:var(--wg-card);border:2px solid var(--wg-ink);border-radius:.5rem}
.popup button{min-height:44px;display:flex;align-items:center;gap:.5rem}
.popup button svg{flex:none}
.popup .dim{opacity:.65}
.begin-way{min-height:44px;width:100%;margin:.1rem 0 .4rem}
.by-place button{min-height:44px}
.report,.build,.by-place{display:grid;gap:.5rem;margin:.4rem 0}
.build p,.by-place p{margin:0}
.build .tick{display:flex;align-items:center;min-height:44px}
.report h3{margin:0;font-size:1rem}
.report label,.notes{display:grid;gap:.15rem}
.report .tick{display:block;padding:.2rem 0}
.report fieldset{max-height:16rem;overflow:auto;border:1px solid var(--wg-line);border-radius:.4rem}
.report input:not([type=checkbox]),.report select,.report textarea,.notes textarea{padding:.4rem;min-height:44px;width:100%;background:var(--wg-paper);border:1px solid var(--wg-line);border-radius:.4rem;font:inherit;color:inherit}
.alone{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
:host([data-state=offline]) header{background:var(--wg-line)}
@media (max-width:760px){.table{grid-template:auto minmax(0,42%) auto minmax(0,1fr)/minmax(0,1fr);grid-template-areas:"head" "board" "film" "side"}header{flex-wrap:wrap}header h1{display:none}header .cursor{flex-basis:6rem}header .seats{order:1;flex:1 0 100%}.side{border-left:0;border-top:1px solid var(--wg-line);overflow:auto;display:block}.ask{max-height:none;position:sticky;top:0;background:var(--wg-card);max-height:70%;z-index:1}.page{overflow:visible}.tools{flex-direction:row;top:auto;bottom:.5rem}.tip{bottom:3.75rem}.side:has(.page[aria-label=Rules]:not([hidden])) .ask{position:static}header{padding:.2rem .5rem;font-size:.9rem}header button{min-height:44px}}
@media (max-width:760px){.log{display:flex;flex-direction:column-reverse}}
@media (min-width:1800px){.table{grid-template-columns:minmax(0,1fr) 34rem}}
@media (forced-colors:active){.ring{stroke:Highlight;fill:none;stroke-width:4}.ring[data-ring=picked]{stroke:LinkText}.way{stroke:Highlight}.piece[data-lit=can]{outline-color:Highlight}.piece[data-lit=picked]{outline-color:LinkText}}
@media print{:host,:host([data-theme]){${LIGHT}height:auto;color-scheme:light}.table,.side{display:block}.board{height:60vh;break-inside:avoid}.side{border:0}.ask,.page{max-height:none;overflow:visible}.tools,.film,.talk,.tabs,.odds,.undo,.replay,.filter{display:none}}
`;

/** What is drawn in light colours, in dark ones inside `host`. */
function darkened(host) {
  return PALETTE.map(([light, dark]) => ["fill", "stroke"].map((what) => `${host} .themed [${what}="${light}"]{${what}:${dark}}`).join("")).join("");
}

const ASKED = darkened(":host([data-theme=dark])");
const PREFERRED = `@media (prefers-color-scheme:dark) and (not (prefers-contrast:more)){${darkened(":host(:not([data-theme=light],[data-theme=contrast]))")}}`;
export const LOOKS = new CSSStyleSheet();
LOOKS.replaceSync(TEXT + ASKED + PREFERRED);
