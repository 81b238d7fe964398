"""The page of `wargame watch`: the picture, the mistakes beside it, games, and the mouse."""

from __future__ import annotations

PAGE = r"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>wargame watch</title><style>
body{margin:0;font:15px/1.4 system-ui,sans-serif;color:#2b2418;background:#fffdf6;display:grid;
grid-template-columns:minmax(0,1fr) 24rem;height:100vh}
#left{overflow:auto;position:relative;padding:.5rem}#right{overflow:auto;border-left:1px solid #d8cfb8;padding:.6rem}
#map svg{width:100%;height:auto}#map.stale svg{filter:grayscale(1) opacity(.5)}
#over{display:none;position:absolute;left:1rem;right:1rem;top:1rem;background:#fff;
border:2px solid #c01818;padding:.6rem;
white-space:pre-wrap;font:14px monospace;z-index:2}
h1{font-size:1.05rem;margin:.2rem 0}h2{font-size:.95rem;margin:1rem 0 .3rem}
#list{list-style:none;margin:0;padding:0}#list li{padding:.3rem .2rem;border-bottom:1px solid #eadfc6;cursor:pointer;
overflow-wrap:anywhere}
.error b{color:#c01818}.doubt b{color:#a65c00}pre{background:#f5eeda;padding:.4rem;overflow:auto;font-size:12px}
.lit{outline:3px solid #c8551b}table{border-collapse:collapse;font-size:12px}td,th{padding:.1rem .4rem;text-align:left}
button,select,input{font:inherit;margin:.1rem}#tools{display:none;border:1px solid #d8cfb8;padding:.4rem}
[data-space].picked{fill:#c8551b;fill-opacity:.35}#said{min-height:1.2em;color:#7a3b8f}
</style></head><body>
<div id="left"><div id="over"></div><div id="map"></div></div>
<div id="right"><h1 id="name"></h1><div id="count"></div>
<div id="tools"><select id="op"><option value="paint">paint terrain</option><option value="river">river side</option>
<option value="road">road by stops</option><option value="place">place</option>
<option value="crossing">crossing</option>
<option value="unit">unit</option></select>
<input id="word" size="14" placeholder="letter or name"><input id="kind" size="8" placeholder="kind">
<button id="write">write</button><button id="drop">drop</button><button id="undo">undo</button>
<div id="hint"></div></div>
<div id="said" role="status"></div><ul id="list"></ul>
<label id="under" style="display:none">picture below
<input id="strength" type="range" min="0" max="100" value="45"></label>
<h2>Games</h2><button id="play">Play 20 games</button><div id="games"></div></div>
<script>
const key=new URLSearchParams(location.search).get("key"),at=p=>p+"?key="+encodeURIComponent(key);
const el=id=>document.getElementById(id);let state=null,picked=[],painting=false;
const hints={paint:"type a letter; click or drag over spaces",river:"type the river's name; click the two spaces",
road:"type road or rail as kind; click the stops, then write",place:"type name and kind; click the space",
crossing:"type name and kind; click the two spaces",unit:"type the unit's id; click the place"};
function text(tag,words,into,cls){const e=document.createElement(tag);e.textContent=words;if(cls)e.className=cls;
into.append(e);return e}
function show(){el("name").textContent=state.folder;el("map").innerHTML=state.svg;
el("map").className=state.stale?"stale":"";el("over").style.display=state.stale?"block":"none";
el("over").textContent=state.stale&&state.problems[0]?state.problems[0].text:"";
const errors=state.problems.filter(p=>!p.warns).length;
el("count").textContent=state.problems.length?
errors+" mistakes, "+(state.problems.length-errors)+" doubts":"no problems";
el("list").replaceChildren();for(const p of state.problems){const li=document.createElement("li");
li.className=p.warns?"doubt":"error";text("b",p.number+" ",li);text("span",p.text,li);
li.onclick=()=>open_(li,p);el("list").append(li)}
lay();el("tools").style.display=state.edit?"block":"none";el("undo").disabled=!state.undo;games()}
function open_(li,p){const old=li.querySelector("pre");if(old){old.remove()}else{text("pre",
p.around.map(r=>(r.line===p.line?"> ":"  ")+String(r.line).padStart(4)+"  "+r.text).join("\n"),li)}
document.querySelectorAll(".lit").forEach(e=>e.classList.remove("lit"));
const mark=document.querySelector('[data-mistake="'+p.number+'"]');if(mark){mark.classList.add("lit");
mark.scrollIntoView({block:"nearest"})}}
function middle(e){const b=e.getBBox();return [b.x+b.width/2,b.y+b.height/2]}
function lay(){const u=state.underlay,all=[...document.querySelectorAll("#map [data-space]")];
el("under").style.display=u?"block":"none";if(!u||!all.length)return;
const named=n=>all.find(e=>e.dataset.space===n),[wide,high]=u.size,pins=Object.entries(u.at).map(([n,p])=>[named(n),p]);
let x,y,w,h;if(pins.length===2&&pins[0][0]&&pins[1][0]){
const [[a,[ax,ay]],[b,[bx,by]]]=pins,[px,py]=middle(a),[qx,qy]=middle(b);
let sx=bx!==ax&&qx!==px?(qx-px)/(bx-ax):0,sy=by!==ay&&qy!==py?(qy-py)/(by-ay):0;sx=sx||sy||1;sy=sy||sx;
[x,y,w,h]=[px-ax*sx,py-ay*sy,wide*sx,high*sy]}
else{const boxes=all.map(e=>e.getBBox());x=Math.min(...boxes.map(b=>b.x));y=Math.min(...boxes.map(b=>b.y));
w=Math.max(...boxes.map(b=>b.x+b.width))-x;h=Math.max(...boxes.map(b=>b.y+b.height))-y}
const i=document.createElementNS("http://www.w3.org/2000/svg","image");
const set={id:"underlay",href:at("/underlay")+"&v="+state.version,x,y,width:w,height:h,preserveAspectRatio:"none",
"pointer-events":"none",opacity:el("strength").value/100};for(const k in set)i.setAttribute(k,set[k]);
all[0].parentNode.insertBefore(i,all[0].parentNode.firstChild)}
el("strength").oninput=()=>{const i=el("underlay");if(i)i.setAttribute("opacity",el("strength").value/100)};
function percent(x){return Math.round(100*x)+" %"}
function games(){const box=el("games"),g=state.games;box.replaceChildren();el("play").disabled=g.running;
if(g.running)text("p","games are being played ...",box);if(g.error)text("p",g.error,box,"error");
if(!g.now)return;text("p",g.now.verdict,box);const t=document.createElement("table");box.append(t);
const head=t.insertRow();for(const w of ["","now","before"])text("th",w,head);
function row(name,now,before){const r=t.insertRow();text("td",name,r);text("td",now,r);text("td",before,r)}
for(const s in g.now.wins)row(s+" wins",percent(g.now.wins[s].share),
g.before&&g.before.wins[s]?percent(g.before.wins[s].share):"");
row("lead changes",g.now.course.lead_changes_a_game.toFixed(2),
g.before?g.before.course.lead_changes_a_game.toFixed(2):"");
const old={};if(g.before)for(const a of g.before.awards)old[a.award]=a;
for(const a of g.now.awards)row(a.award,a.times+" times",old[a.award]?old[a.award].times+" times":"")}
async function load(){const r=await fetch(at("/state"));if(r.ok){state=await r.json();picked=[];show()}}
async function post(path,body){const r=await fetch(at(path),{method:"POST",body:JSON.stringify(body)});
const told=await r.json();el("said").textContent=told.error||"";if(r.status===409)load();return r.ok}
function edit(op,args){return post("/edit",{op,args,version:state.version})}
function light(){document.querySelectorAll("[data-space]").forEach(e=>e.classList.toggle("picked",
picked.includes(e.dataset.space)))}
function clear_(){picked=[];light()}
function pick(space){const op=el("op").value,word=el("word").value,kind=el("kind").value;
if(op==="place"){edit(op,{space,name:word,kind:kind||"town"});return}
if(op==="unit"){const s=document.querySelector('[data-space="'+CSS.escape(space)+'"] title');
const named=document.querySelector('[data-place][data-at="'+CSS.escape(space)+'"]');
edit(op,{unit:word,where:named?named.dataset.place:space});return}
if(picked[picked.length-1]!==space)picked.push(space);light();
if((op==="river"||op==="crossing")&&picked.length===2){
edit(op,{a:picked[0],b:picked[1],name:word,kind:kind||"bridge"});clear_()}}
el("map").addEventListener("pointerdown",e=>{const s=e.target.closest("[data-space]");if(!s||!state.edit)return;
e.preventDefault();if(el("op").value==="paint"){painting=true;picked=[s.dataset.space];light()}
else pick(s.dataset.space)});
el("map").addEventListener("pointerover",e=>{const s=e.target.closest("[data-space]");
if(painting&&s&&!picked.includes(s.dataset.space)){picked.push(s.dataset.space);light()}});
addEventListener("pointerup",()=>{if(painting){painting=false;const spaces=picked;
edit("paint",{spaces,letter:el("word").value});clear_()}});
el("write").onclick=()=>{if(el("op").value==="road"){edit("road",{stops:picked,kind:el("kind").value||"road",
name:el("word").value});clear_()}};
el("drop").onclick=clear_;
function undo(){return post("/undo",{version:state.version})}el("undo").onclick=undo;
addEventListener("keydown",e=>{if(state&&state.edit&&state.undo&&(e.ctrlKey||e.metaKey)&&e.key==="z"&&
!/INPUT|SELECT/.test(e.target.tagName)){e.preventDefault();undo()}});el("op").onchange=()=>{clear_();el("hint").textContent=hints[el("op").value]};
el("hint").textContent=hints.paint;el("play").onclick=()=>post("/play",{games:20}).then(load);
new EventSource(at("/events")).onmessage=load;load();
</script></body></html>
"""
