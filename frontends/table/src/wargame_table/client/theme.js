// The looks of the table: light, dark and high contrast, for phones and wide screens.

import { styleSheet } from "./elements.js";
import { PALETTE } from "./palette.js";

const LIGHT = `--wg-strike:#b00020;--wg-first:#27457a;--wg-second:#9a6a35;--wg-paper:#fbf8f1;--wg-card:#fffdf6;--wg-ink:#26211a;--wg-soft:#5f574a;--wg-line:#d9d0bd;--wg-can:#6b4700;--wg-may:#ffcf1a;--wg-tray:#e9dfc8;--wg-picked:#a3005c;--wg-last:#a34d00;--wg-focus:#000;--wg-button:#f1ead9;--wg-mark:#8a4b16;--wg-ground:none;`;
const DARK = `--wg-strike:#ff7a6b;--wg-first:#86abf0;--wg-second:#d9a86a;--wg-paper:#1b1916;--wg-card:#26231f;--wg-ink:#ece6d9;--wg-soft:#b3aa99;--wg-line:#4a443b;--wg-can:#ffe27a;--wg-may:#ffc933;--wg-tray:#141210;--wg-picked:#ff8ac6;--wg-last:#ffb066;--wg-focus:#fff;--wg-button:#36312a;--wg-mark:#e0a668;--wg-ground:none;`;
const HIGH = `--wg-strike:#a00018;--wg-first:#0030a0;--wg-second:#7a3300;--wg-paper:#fff;--wg-card:#fff;--wg-ink:#000;--wg-soft:#000;--wg-line:#000;--wg-can:#000;--wg-may:#ffe100;--wg-tray:#fff;--wg-picked:#b00060;--wg-last:#7a3300;--wg-focus:#000;--wg-button:#fff;--wg-mark:#000;--wg-ground:contrast(1.2);`;

const SERIF = '"Crimson Pro",Georgia,"Times New Roman",serif';
const NARROW = '"Archivo Narrow","Arial Narrow","Liberation Sans Narrow",Arial,sans-serif';

/** A line along the shape of a counter, where a browser draws outlines about its shadow and letters too. */
function lined(selectorText, colour, outlineWidth) {
  const sides = [[outlineWidth, 0], [-outlineWidth, 0], [0, outlineWidth], [0, -outlineWidth]];
  const lines = colour === "can" ? sides.map((offset) => `drop-shadow(${offset[0]}px ${offset[1]}px 0 var(--wg-may))`) : [];
  return `.piece${selectorText}{outline:none;filter:${[...lines, ...sides.map((offset) => `drop-shadow(${offset[0]}px ${offset[1]}px 0 var(--wg-${colour}))`)].join(" ")}}`;
}

const TEXT = `
:host{${LIGHT}display:block;height:100%;background:var(--wg-paper);color:var(--wg-ink);font:1rem/1.4 ${SERIF};color-scheme:light}
@media (prefers-color-scheme:dark){:host{${DARK}color-scheme:dark}}
@media (prefers-contrast:more){:host{${HIGH}color-scheme:light}}
:host([data-theme=light]){${LIGHT}color-scheme:light}
:host([data-theme=dark]){${DARK}color-scheme:dark}
:host([data-theme=contrast]){${HIGH}color-scheme:light}
*{box-sizing:border-box;text-rendering:geometricPrecision}
[hidden]{display:none!important}
button,input,select{font:inherit;color:inherit}
button,input,select,header,.tabs,.rows,.build,.score,.tip,.film,.news,.plea,.die,.head,.popup,.confirm,.boxes,.steps,.people,.jump,label,summary,h3,h4,th,td,cite,.cite,small,.card b{font-family:${NARROW};font-variant-numeric:tabular-nums}
h3,h4,.card b{font-weight:600}
h1,h2{font-weight:400}
select,textarea,input:not([type=checkbox],[type=range]){background:var(--wg-paper);border:1px solid var(--wg-line)}
button{background:var(--wg-button);border:1px solid var(--wg-line);border-radius:.4rem;padding:.35rem .7rem;cursor:pointer;text-align:left}
button:hover:not(:disabled){border-color:var(--wg-ink)}
button:disabled{opacity:.5;cursor:default}
:focus-visible{outline:3px solid var(--wg-focus);outline-offset:1px}
.table{display:grid;height:100%;grid-template:auto minmax(0,1fr) auto auto/minmax(0,1fr) clamp(19rem,27vw,27rem);grid-template-areas:"head head" "board side" "hand side" "film side"}
:host([data-panel=folded]) .table{grid-template-columns:minmax(0,1fr) 0}
:host([data-panel=folded]) .side{visibility:hidden}
header{grid-area:head;display:flex;gap:.3rem .8rem;align-items:center;padding:.3rem .8rem;border-bottom:1px solid var(--wg-line);background:var(--wg-card)}
header h1{font:400 1.3rem/1.2 ${SERIF};margin:0;flex:0 4 auto;min-width:6rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
header button{flex:none}
header .turn{font-weight:bold;flex:none}
header .score{display:flex;gap:.35rem;list-style:none;margin:0;padding:0;flex:none}
.score li{display:flex;gap:.4rem;border:1px solid var(--wg-line);border-left:5px solid var(--wg-side,var(--wg-line));border-radius:.3rem;padding:0 .45rem;font-size:.9rem}
.score b{font-variant-numeric:tabular-nums}
header .phases{display:flex;gap:2px;flex:none}
header .phases[hidden]{display:none}
header .phases i{width:7px;height:7px;border-radius:50%;background:var(--wg-line)}
header .phases .here{background:var(--wg-mark)}
header .cursor{font-size:.88rem;color:var(--wg-soft);flex:1 1 auto;min-width:4rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
header .seats{display:flex;flex-wrap:wrap;gap:0 .6rem;min-width:0;list-style:none;margin:0 0 0 auto;padding:0;font-size:.9rem}
header .seats li::before{content:"○ "}
header .seats li[data-here]::before{content:"● "}
header .seats li[data-bot]::before{content:"⚙ "}
header .seats li[data-you]{font-weight:bold}
header .seats .clock{font-variant-numeric:tabular-nums;font-weight:normal;display:inline-block;margin-inline-start:.4em}
header .seats .clock[data-over]{font-weight:bold;outline:2px solid currentColor;padding-inline:.2em}
header .seats li[data-turn]{text-decoration:underline;text-underline-offset:.2em}
.board{grid-area:board;position:relative;overflow:hidden;overflow:clip;touch-action:none;user-select:none;background:var(--wg-paper);min-height:0}
.lens{position:absolute;left:0;top:0;transform-origin:0 0}
.lens.moving{will-change:transform}
@media (prefers-reduced-motion:no-preference){.lens.gently{transition:transform .3s ease-out}}
.ground,.under,.lettering,.over{position:absolute;left:0;top:0;transform:translateZ(0)}
.ground,.lettering{filter:var(--wg-ground)}
.over,.under,.lettering{overflow:visible}
.under,.lettering{pointer-events:none}
.lettering text{font-family:${SERIF}}
.over text{font-family:${NARROW}}
.to-place{fill:none;stroke-width:.8;stroke-dasharray:2 1.5}
.space{fill:transparent;stroke:none}
.space:hover{fill:var(--wg-ink);fill-opacity:.08}
.space:focus{outline:none}
.space:focus-visible{stroke:var(--wg-focus);stroke-width:3}
.space[data-lit=can],.piece[data-lit=can]{cursor:pointer}
.ring{pointer-events:none;fill:var(--wg-may);fill-opacity:.25;stroke:var(--wg-can);stroke-width:1.2;stroke-opacity:.85;stroke-linejoin:round}
.ring[data-ring=picked]{fill:none;stroke:var(--wg-picked);stroke-width:4;stroke-opacity:1}
.space[data-hint]{stroke:var(--wg-last);stroke-width:3}
.piece[data-lit=can]{filter:drop-shadow(0 0 1px var(--wg-can)) drop-shadow(0 0 1.5px var(--wg-may));outline:2px solid var(--wg-may);outline-offset:-1px}
.piece[data-lit=picked]{outline:3px solid var(--wg-picked);outline-offset:0}
.piece[data-hint]{filter:drop-shadow(0 0 2px var(--wg-last)) drop-shadow(0 0 4px var(--wg-last))}
.piece:focus{outline:none}
.piece:focus-visible{outline:3px solid var(--wg-focus)}
.piece[data-marching]{pointer-events:none}
.lettering [data-waits]{visibility:hidden}
.strike{fill:var(--wg-side,var(--wg-strike));stroke:var(--wg-side,var(--wg-strike));stroke-width:5;stroke-linejoin:round;paint-order:stroke;filter:drop-shadow(0 0 2px var(--wg-card)) drop-shadow(0 0 2px var(--wg-card));animation:strike .5s ease-out}
.burst path{fill:var(--wg-strike);stroke:var(--wg-card);stroke-width:1.5}
.burst text{fill:var(--wg-card);font:bold 13px sans-serif}
.burst{animation:burst .4s ease-out}
@keyframes strike{from{opacity:0;stroke-dasharray:0 400}to{opacity:1;stroke-dasharray:400 0}}
@keyframes burst{from{opacity:0}60%{opacity:1}}
.throw,.laid{position:absolute;pointer-events:none;z-index:3}
.throw{display:flex;flex-wrap:wrap;max-width:18rem;gap:.3rem;padding:.35rem;background:var(--wg-card);border:1px solid var(--wg-ink);border-radius:.5rem;box-shadow:0 2px 8px #0006}
.throw:empty,.laid:empty{display:none}
.throw small{flex-basis:100%;text-align:center}
.throw .die{width:2.3rem;height:2.3rem;animation:fall .35s ease-out}
@media (prefers-reduced-motion:reduce){.strike,.burst,.throw .die,.laid{animation:none}}
@keyframes fall{from{transform:translateY(-1.5rem) rotate(200deg);opacity:0}}
.laid{left:50%;top:.75rem;transform:translateX(-50%);animation:burst .3s}
.laid .card{width:12.5rem;min-height:17.5rem;transform:rotate(-1.2deg);box-shadow:0 6px 20px #0008}
.laid,.played{display:grid;gap:.35rem;justify-items:center;width:max-content;max-width:calc(100% - 1rem)}
.faces{display:flex;flex-wrap:wrap;justify-content:center;gap:.5rem}
.who{margin:0;padding:.1rem .5rem;text-align:center;font-weight:bold;line-height:1.2;background:var(--wg-card);border:1px solid var(--wg-line);border-radius:.3rem}
.confirm{position:absolute;z-index:4;display:grid;gap:.15rem;max-width:min(20rem,90%);padding:.35rem;background:var(--wg-card);border:2px solid var(--wg-picked);border-radius:.5rem;box-shadow:0 2px 10px #0005;pointer-events:none}
.confirm .go{pointer-events:auto;min-height:36px;font-weight:bold}
.confirm small{color:var(--wg-soft);padding:0 .3rem}
.confirm small:empty{display:none}
.overview{position:absolute;left:.5rem;top:.5rem;z-index:2;overflow:hidden;border:1px solid var(--wg-ink);background:var(--wg-paper);box-shadow:0 1px 5px #0005;touch-action:none;cursor:crosshair}
.overview.aside{left:auto;right:3rem}
.overview img{width:100%;height:100%;display:block;pointer-events:none;filter:var(--wg-ground)}
.overview i{position:absolute;border:2px solid var(--wg-picked);background:#fff3;pointer-events:none}
.edge{position:absolute;translate:-50% -50%;z-index:3;min-width:34px;min-height:34px;padding:0 .5rem;text-align:center;font-weight:bold;background:var(--wg-may);color:#26211a;border-color:var(--wg-can)}
.skip{position:absolute;right:.5rem;bottom:.5rem;z-index:4;background:var(--wg-card);min-height:36px}
.plain{fill:#fffdf6;stroke:#26211a}
.plain-name{font-size:10px;fill:#26211a}
.way{fill:none;stroke:var(--wg-last);stroke-width:4;stroke-linecap:round;stroke-linejoin:round;stroke-dasharray:1 8;pointer-events:none}
[data-layer=ways],[data-layer=reach],[data-layer=shows]{pointer-events:none}
.bare [data-layer=pieces]{opacity:.12}
.tools{position:absolute;right:.4rem;top:.4rem;display:flex;flex-direction:column;gap:.2rem;z-index:2;pointer-events:none}
.tools button{pointer-events:auto;width:2.1rem;height:2.1rem;padding:0;text-align:center;background:var(--wg-card)}
.hand{grid-area:hand;display:flex;justify-content:safe center;padding:.55rem .6rem .6rem;border-top:1px solid var(--wg-line);background:var(--wg-tray);overflow-x:auto;min-width:0;scrollbar-width:thin;scrollbar-color:var(--wg-line) transparent}
.card{display:flex;flex-direction:column;background:var(--wg-card);border:1px solid var(--wg-ink);border-radius:.5rem;padding:.28rem;text-align:center;box-shadow:0 1px 4px #0005}
.hand .card{flex:0 0 auto;aspect-ratio:5/7;overflow:hidden;width:8.8rem}
.hand .card+.card{margin-left:min(.55rem,calc((100% - var(--count)*8.8rem)/(var(--count) - 1)))}
.hand .card p,.played p{overflow:hidden}
.hand[data-asked]{position:relative;z-index:4;overflow:visible;box-sizing:border-box;height:13.3rem;margin-top:-10.4rem;padding-bottom:.3rem;align-items:flex-end;border-top-color:transparent;background:none;pointer-events:none}
.hand[data-asked] .card{pointer-events:auto}
.hand:not([data-asked]){box-sizing:border-box;height:2.9rem;padding:.35rem .6rem;overflow-y:hidden}
.hand:not([data-asked]) .card{width:auto;max-width:12rem;height:2.1rem;aspect-ratio:auto;flex-direction:row;align-items:center;gap:.35rem;padding:.1rem .5rem .1rem .25rem}
.hand:not([data-asked]) .card p{display:none}
.hand:not([data-asked]) .card .signs{order:-1;width:2.6rem}
.hand:not([data-asked]) .card+.card{margin-left:.55rem}
.hand:not([data-asked]) .card b{margin:0;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;background:none;color:var(--wg-ink);padding:0}
.card b{font-size:.9rem;line-height:1.1;padding:.2rem;border-radius:.3rem .3rem 0 0;background:var(--wg-head,#5c3a63);color:#fffdf6}
.card p{margin:auto 0;padding:.15rem .15rem 0;font-size:.8125rem;line-height:1.1;color:var(--wg-ink)}
.hand .card p{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:5}
.hand[data-asked] .card:hover{z-index:1;aspect-ratio:auto;min-height:12.32rem}
.hand[data-asked] .card:hover p{-webkit-line-clamp:none}
.laid b{font-size:1.35rem}
.laid .card p{font-size:.95rem;line-height:1.22}
.signs{flex:none;border:1px solid var(--wg-ink);background:var(--wg-card)}
.signs svg{display:block;width:100%}
.hand .card[data-lit]{cursor:pointer;border-color:var(--wg-can);box-shadow:0 0 0 3px var(--wg-may),0 2px 6px #0006}
.hand .card[data-lit]:hover{transform:translateY(-.25rem)}
.hand .card[data-lit=picked]{border-color:var(--wg-picked);box-shadow:0 0 0 3px var(--wg-picked),0 4px 9px #0007;transform:translateY(-.35rem)}
.cards .card[data-lit]{cursor:pointer;outline:3px solid var(--wg-may)}
.cards .card[data-lit=picked]{outline-color:var(--wg-picked)}
.played{position:absolute;left:.5rem;bottom:.5rem;z-index:2;pointer-events:none;justify-items:start}
.played .card{width:8.8rem;min-height:12.32rem;transform:rotate(-1deg)}
.played .who{font-size:.85rem}
.board:has(.tip:not(:empty)) .played,.board:has(.laid b) .played{visibility:hidden}

.tip .faces{justify-content:start;gap:.3rem;margin-bottom:.2rem}
.news{display:flex;flex-flow:wrap;gap:.3rem;margin:0;padding:.35rem .8rem;border-bottom:1px solid var(--wg-line);font-weight:bold}
.news button{padding:.1rem .5rem;font-weight:normal;min-height:28px}
.reader{grid-area:board;z-index:7;min-height:0;overflow:auto;padding:0 1.3rem 1rem;background:var(--wg-card);border:1px solid var(--wg-line);border-top:6px solid var(--wg-mark)}
.reader .bar{position:sticky;top:0;margin:0;padding:.5rem 0;background:var(--wg-card)}
.reader .bar button{min-height:44px;font-weight:bold}
.reader h2{margin:.2rem 0 .4rem;font-size:1.5rem;line-height:1.2}
.reader h2:focus{outline:none}
.reader .text{max-width:44rem}
.reader pre{white-space:pre-wrap;font-size:.85rem;margin:.2rem 0}
.news span{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}
.heard{margin:0;padding:.35rem .8rem;border-bottom:1px solid var(--wg-line);background:var(--wg-button);display:flex;gap:.5rem;align-items:baseline}
.lost{margin:0;padding:.35rem .8rem;background:var(--wg-picked);color:var(--wg-card);font-weight:bold}
.lost:empty{display:none}
.heard span{flex:1;min-width:0;overflow:hidden;text-overflow:ellipsis;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical}
.heard button{flex:none;padding:.1rem .5rem;min-height:28px}
.unread{display:inline-flex;align-items:center;gap:.25rem;font-weight:bold;color:var(--wg-picked);border-color:currentColor}
.unread svg{width:1.1em;height:1.1em;fill:currentColor}
@media (prefers-reduced-motion:no-preference){.unread{animation:speak .5s ease-out 2}}
@keyframes speak{50%{transform:translateY(-3px)}}
.deals{display:flex;flex-wrap:wrap;gap:.4rem;margin:.2rem 0 .5rem}
.deals button,.calls button{min-height:44px}
button[data-armed]{background:var(--wg-picked);color:var(--wg-card);font-weight:bold}
.calls{display:grid;gap:.2rem;margin:.5rem 0;justify-items:start}
.closed{white-space:nowrap}
.closed .link{white-space:normal}
.plea a{display:inline-flex;align-items:center;min-height:44px;padding:0 1rem;background:var(--wg-mark);color:var(--wg-card);border-radius:.4rem;font-weight:bold}
.plea{padding:.4rem .8rem;border-bottom:2px solid var(--wg-picked);display:flex;flex-wrap:wrap;gap:.4rem;align-items:center}
.plea p{margin:0;flex:1 1 100%}
.plea button{min-height:44px}
.greeting{width:min(40rem,94vw);max-height:94vh;max-height:94dvh;padding:1rem 1.3rem;background:var(--wg-card);color:var(--wg-ink);border:2px solid var(--wg-ink);border-radius:.6rem;box-shadow:0 6px 24px #0008}
.greeting::backdrop{background:#0007}
.greeting h2{margin:0;font-size:1.4rem;line-height:1.2}
.greeting h3{margin:.6rem 0 0;font-size:1rem;color:var(--wg-mark)}
.greeting p{margin:.35rem 0}
.greeting .side-of{font-weight:bold}
.greeting ul{margin:.2rem 0 .5rem;padding-left:1.2rem}
.greeting[open],.greeting form{display:flex;flex-direction:column;min-height:0}
.greeting .about{overflow:auto;min-height:7rem;margin:0 -.4rem;padding:0 .4rem}
.greeting .field{height:17rem;border:1px solid var(--wg-line);border-radius:.4rem;overflow:hidden}
.set-up{display:block;width:100%;height:100%}
.set-up image{filter:var(--wg-ground)}
.greeting label{display:grid;gap:.2rem;margin:.6rem 0}
.greeting input,.talk label input{min-height:44px;padding:.4rem;border-radius:.4rem;width:100%}
.greeting .go{min-height:44px;padding:.4rem 1.6rem;background:var(--wg-mark);color:var(--wg-card);font-weight:bold}
.greeting small{color:var(--wg-soft)}
.greeting .go{flex:none;align-self:start;margin-top:.6rem}
@media (max-width:760px){.greeting{padding:.7rem .9rem}.greeting .field{height:10.5rem}.greeting .go{align-self:stretch;text-align:center}}
@media (max-height:600px){.greeting .field{height:8rem}}
.problem{color:var(--wg-strike);margin:.3rem 0}
.problem:empty{display:none}
.rename label{display:grid;flex:1}
.talk button,.rename button{align-self:end;min-height:44px}
.handle{display:none}
.tip{position:absolute;left:.5rem;bottom:.5rem;max-width:min(22rem,calc(100% - 1rem));background:var(--wg-card);border:1px solid var(--wg-line);border-radius:.4rem;padding:.35rem .6rem;font-size:.9rem;pointer-events:none;z-index:2}
.tip:empty{display:none}
.tip p{margin:.2rem 0 0;font-family:${SERIF}}
.film{grid-area:film;display:flex;gap:.5rem;align-items:center;padding:.4rem .8rem;border-top:1px solid var(--wg-line);background:var(--wg-card)}
.film input{flex:1;min-width:4rem}
.side{grid-area:side;display:flex;flex-direction:column;min-height:0;border-left:1px solid var(--wg-line);background:var(--wg-card)}
.ask{padding:.6rem .8rem;border-bottom:1px solid var(--wg-line);overflow:auto;max-height:55%;flex:none}
.prompt{font:400 1.32rem/1.2 ${SERIF};margin:0 0 .35rem}
.prompt small,cite{color:var(--wg-soft);font-size:.8rem;font-style:normal}
.note{margin:0 0 .4rem;color:var(--wg-picked)}
.hints:not(:has(p)){position:sticky;bottom:-.6rem;padding:.2rem 0 .4rem;background:var(--wg-card)}
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
.rows button{min-height:44px;flex:1;font-size:1rem;line-height:1.25}
.rows button.odds{flex:none;width:44px;text-align:center;color:var(--wg-soft)}
.help{display:block;color:var(--wg-soft);font:.9rem/1.25 ${SERIF}}
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
.cards .card{display:grid;grid-template-columns:auto minmax(0,1fr);column-gap:.6rem;text-align:left;align-items:center}
.cards .signs{grid-row:1/3;grid-column:1;width:5.6rem}
.cards .card b{grid-column:2}
.boxes,.steps{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem;padding:0;margin:.2rem 0}
.boxes li,.steps li{border:1px solid var(--wg-line);border-radius:.25rem;padding:0 .35rem;font-size:.85rem}
.here{background:var(--wg-mark);color:var(--wg-card);font-weight:bold}
.log{list-style:none;margin:0;padding:0}
.log li{padding:.12rem 0 .12rem .5rem;border-left:3px solid transparent}
.log li{border-left-color:var(--wg-side,transparent)}
.log li.new{background:var(--wg-button)}
.log .head{margin:.6rem 0 .2rem;padding:.1rem 0;border-left:0;border-bottom:2px solid var(--wg-side,var(--wg-line));font-weight:600;font-size:.85rem;letter-spacing:.03em}
.log .folded-turn{font-size:.85rem}
.log .times{color:var(--wg-soft)}
.story{position:relative}
.jump{position:sticky;bottom:.2rem;display:block;margin:0 auto;background:var(--wg-picked);color:var(--wg-card);font-weight:bold;min-height:32px}
.log li[data-film]{background:var(--wg-button)}
.link{all:unset;cursor:pointer;text-decoration:underline;text-decoration-color:var(--wg-line);text-underline-offset:.2em}
.link:focus-visible{outline:3px solid var(--wg-focus)}
.continued{border:1px solid var(--wg-mark);border-radius:.4rem;padding:.4rem .6rem}
.continued:empty{display:none}
.why{padding:0 .4rem;margin-left:.4rem;font-size:.8rem}
.die{display:inline-grid;place-items:center;width:1.5rem;height:1.5rem;margin-right:.15rem;vertical-align:-.4rem;border:1px solid #26211a;border-radius:.28rem;background:#fffdf6;color:#26211a;font-size:.9rem;line-height:1}
.die svg{width:88%;height:88%}
.die .pips{fill:#26211a}
.die .sign{fill:none;stroke:#26211a;stroke-width:2;stroke-linejoin:round}
.die.hit{outline:3px solid var(--wg-strike);outline-offset:1px;background:#ffe3d6}
.die.drawn{width:auto;height:auto;display:inline-block;vertical-align:0;font-size:.9rem;padding:0 .3rem}
.dice small{color:var(--wg-soft)}
.talk,.rename{display:flex;gap:.3rem;margin:.4rem 0}
.talk input,.rename input{flex:1;min-width:0;padding:.4rem;background:var(--wg-paper);border:1px solid var(--wg-line);border-radius:.4rem}
.said{list-style:none;padding:0;margin:0}
.popup{position:fixed;z-index:9;display:flex;flex-direction:column;gap:.2rem;max-width:min(24rem,90vw);max-height:60vh;overflow:auto;padding:.3rem;background:var(--wg-card);border:2px solid var(--wg-ink);border-radius:.5rem}
.popup button{min-height:44px;display:flex;align-items:center;gap:.5rem}
.popup button svg{flex:none}
.popup .dim{opacity:.65}
.begin-way{min-height:44px;width:100%;margin:.1rem 0 .4rem}
.by-place button{min-height:44px}
.report,.build,.by-place{display:grid;gap:.5rem;margin:.4rem 0}
.build p,.by-place p{margin:0}
.excess{color:var(--wg-picked);font-weight:bold}
.excess:empty{display:none}
.build .tick{display:flex;align-items:center;min-height:44px}
.build .go{position:sticky;bottom:0}
.report h3{margin:0;font-size:1rem}
.report label,.notes{display:grid;gap:.15rem}
.report .tick{display:block;padding:.2rem 0}
.report fieldset{max-height:16rem;overflow:auto;border:1px solid var(--wg-line);border-radius:.4rem}
.report input:not([type=checkbox]),.report select,.report textarea,.notes textarea{padding:.4rem;min-height:44px;width:100%;background:var(--wg-paper);border:1px solid var(--wg-line);border-radius:.4rem;font:inherit;color:inherit}
.alone{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
:host([data-state=offline]) header{background:var(--wg-line)}
@media (max-width:1100px){header h1{display:none}header .cursor{display:none}.played .faces{flex-direction:column;gap:.2rem;align-items:flex-end}.played .card{width:auto;min-height:0;flex-direction:row;align-items:center;gap:.4rem;padding:.15rem .5rem .15rem .2rem}.played .signs{order:-1;width:2rem}.played .card p,.played .who{display:none}.played b{background:none;color:var(--wg-ink);padding:0;font-size:.85rem}.hand[data-asked]{position:static;flex-wrap:wrap;justify-content:start;gap:.4rem;height:auto;margin-top:0;padding:.35rem .4rem;background:var(--wg-tray);pointer-events:auto}.hand[data-asked] .card{width:9.2rem;aspect-ratio:auto;height:3.1rem;flex-direction:row;align-items:center;gap:.4rem;text-align:left;padding:.2rem .35rem;border-radius:.4rem}.hand[data-asked] .card:hover{min-height:0}.hand[data-asked] .card:hover p,.hand[data-asked] .card p{display:none}.hand[data-asked] .card .signs{order:-1;width:3.4rem}.hand[data-asked] .card b{font-size:.9rem;background:none;color:var(--wg-ink);padding:0}.hand[data-asked] .card+.card{margin-left:0}}
@media (max-width:760px){.hints:not(:has(p)){position:static}header .phases{display:none}.table,:host([data-panel=folded]) .table{grid-template:44px minmax(0,61fr) auto auto minmax(0,32fr)/minmax(0,1fr);grid-template-areas:"head" "board" "hand" "film" "side"}:host([data-panel=tall]) .table{grid-template-rows:44px minmax(0,25fr) auto auto minmax(0,68fr)}:host([data-panel=folded]) .table{grid-template-rows:44px minmax(0,1fr) auto auto 4.6rem}:host([data-panel=folded]) .side{visibility:visible}header{padding:0 .4rem;font-size:.85rem;flex-wrap:nowrap;overflow-x:auto;gap:.3rem .5rem}header .seats{flex-wrap:nowrap;font-size:.8rem}header .seats li{white-space:nowrap;max-width:5.5rem;overflow:hidden;text-overflow:ellipsis}header .seats li:not([data-turn]){display:none}.undo:disabled{display:none}header .seats:not(:has(.clock)){flex-shrink:99;overflow:hidden}header .score,.score li{flex:0 1 auto;min-width:0}.score span{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.prompt{position:sticky;top:24px;background:var(--wg-card);z-index:1}header button{min-height:36px;padding:.2rem .5rem}.fold{display:none}.side{border-left:0;border-top:1px solid var(--wg-line);overflow:auto;display:block;border-radius:.8rem .8rem 0 0}.handle{display:block;position:sticky;top:0;z-index:2;width:100%;height:24px;border:0;border-radius:0;background:var(--wg-card);padding:0;touch-action:none}.handle i{display:block;width:3rem;height:5px;margin:0 auto;border-radius:3px;background:var(--wg-line)}.ask{max-height:none;overflow:visible;padding:.1rem .6rem .4rem}.side{container-type:size}.pages{display:block}.page{max-height:calc(100cqh - 5rem)}.tools{flex-direction:row;top:auto;bottom:.4rem}.tools button{width:2.25rem;height:2.25rem}.overview.aside{left:.5rem;right:auto;top:auto;bottom:3.1rem}.tip{bottom:3.1rem}.tip:has(.faces){display:grid;grid-template-columns:auto minmax(0,1fr);column-gap:.5rem;align-items:center}.tip .faces{grid-row:1/9;max-width:11rem;margin:0}.tip>:not(.faces){grid-column:2}.skip{bottom:3.1rem}.news,.heard{padding:.1rem .6rem;font-size:.9rem}.news{flex-flow:nowrap;align-items:center}.news span{flex:1;min-width:0;line-height:1.2;-webkit-line-clamp:2}.news button{flex:none}.hand,.hand[data-asked]{flex-wrap:nowrap;justify-content:start;overflow-x:auto;height:auto;padding:.35rem .4rem;gap:.4rem}.hand .card b{font-size:.9rem}.hand .card+.card{margin-left:.4rem}.laid .card{width:10.5rem;min-height:14.7rem}.laid .card p{font-size:.8125rem}.played{left:auto;right:.4rem;top:.4rem;bottom:auto;justify-items:end}}
@media (min-width:560px) and (max-width:760px) and (max-height:480px){.table,:host([data-panel=tall]) .table{grid-template:44px minmax(0,1fr) auto auto/minmax(0,1fr) minmax(16rem,46%);grid-template-areas:"head head" "board side" "hand side" "film side"}:host([data-panel=folded]) .table{grid-template:44px minmax(0,1fr) auto auto/minmax(0,1fr) 24px;grid-template-areas:"head head" "board side" "hand side" "film side"}.side{border-radius:0;border-left:1px solid var(--wg-line)}.overview{display:none}.prompt{font-size:1.05rem;position:static}.rows button{min-height:36px}.hand{display:none}}
@media (min-width:761px) and (max-height:520px){.ask{max-height:72%}.overview,.hand{display:none}.prompt{font-size:1.05rem}.rows button,.begin-way{min-height:36px}.news{flex-flow:nowrap;padding:.1rem .8rem}.news span{flex:1;min-width:0;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}}
@media (min-width:1800px){.table{grid-template-columns:minmax(0,1fr) 34rem}}
@media (forced-colors:active){.ring{stroke:Highlight;fill:none;stroke-width:4}.ring[data-ring=picked]{stroke:LinkText}.way{stroke:Highlight}.piece[data-lit=can]{outline-color:Highlight}.piece[data-lit=picked]{outline-color:LinkText}}
@supports (-moz-appearance:none){${lined("[data-lit=can]", "can", 1)}${lined("[data-hint]", "last", 2)}${lined("[data-lit=picked]", "picked", 2)}}
@media print{:host,:host([data-theme]){${LIGHT}height:auto;color-scheme:light}.table,.side{display:block}.board{height:auto;max-width:105vh;break-inside:avoid}.lens{position:static;transform:none!important}.lens>*{width:100%!important;height:auto!important}.ground{position:static!important}.overview,.played,.laid,.throw,.confirm,.tip,.hand{display:none!important}.side{border:0;container-type:normal}.ask,.page{max-height:none;overflow:visible}.ask-back,.lost,.plea,.fold,.once-more,.why,.skip,.tools,.edge,.film,.talk,.tabs,.odds,.undo,.replay,.filter,.deals,.calls,.ending .do,.result,.unread{display:none}}
`;

/** What is drawn in light colours, in dark ones inside `host`. */
function darkened(host) {
  return PALETTE.map(([lightColor, darkColor]) => ["fill", "stroke"].map((paintedPart) => `${host} .themed [${paintedPart}="${lightColor}"]{${paintedPart}:${darkColor}}`).join("")).join("");
}

const ASKED = darkened(":host([data-theme=dark])");
const PREFERRED = `@media (prefers-color-scheme:dark) and (not (prefers-contrast:more)){${darkened(":host(:not([data-theme=light],[data-theme=contrast]))")}}`;
export const LOOKS = styleSheet(TEXT + ASKED + PREFERRED);

const HUES = ["var(--wg-first)", "var(--wg-second)", "#2e7d4f", "#7a3b8f", "#b98a1e", "#4a7f8a", "#8f3b3b"];

/** The colour of each seat, in a sheet of one's own: that of its counters, or that of its number. @param {{ seat: string }[]} seats @param {{ seat: string, color?: string }[]} sides */
export function coloursOf(seats, sides) {
  return styleSheet(seats.map(({ seat }, number) => {
    const color = sides.find((side) => side.seat === seat)?.color;
    return `[data-side="${CSS.escape(seat)}"]{--wg-side:${color ? `color-mix(in srgb,${color} 55%,var(--wg-ink))` : HUES[number % HUES.length]}}`;
  }).join(""));
}
