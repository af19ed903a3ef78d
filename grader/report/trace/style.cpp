// Each thread has a hue, --h, and its number stands beside it wherever the colour does. What a thread reads
// is outlined in its colour, what it writes is filled with it.
#include "report/trace/style.hpp"

namespace warpgrade::report::trace {
namespace {

constexpr std::string_view kStyle = R"css(
:root{--cell:2.8rem;--race:#c4001d;--on-race:#fff}
@media(prefers-color-scheme:dark){:root{--race:#ff6b6b;--on-race:#000}}
.cell,.thread{--fill:hsl(var(--h) 75% 84%);--edge:hsl(var(--h) 70% 36%)}
@media(prefers-color-scheme:dark){.cell,.thread{--fill:hsl(var(--h) 45% 26%);--edge:hsl(var(--h) 65% 66%)}}
[hidden]{display:none!important}
html:not(.scripted) .player,html.scripted .unscripted{display:none}
.player{border-top:1px solid var(--line);padding-top:.5rem;scroll-margin-top:.5rem}
.controls{position:sticky;top:0;z-index:2;background:var(--paper);padding:.4rem 0;border-bottom:1px solid var(--line)}
.moves{display:flex;flex-wrap:wrap;gap:.4rem;align-items:center}
button{font:inherit;color:inherit;background:var(--plain);border:1px solid var(--line);border-radius:6px;
min-width:2.6rem;height:2.4rem;padding:0 .5rem;cursor:pointer}
button{display:grid;place-items:center}
.icon{width:1.2rem;height:1.2rem}
.icon path{fill:currentColor;stroke:currentColor;stroke-width:2}
#play{background:var(--mine);border-color:var(--mine);color:var(--paper);min-width:3.4rem}
button:hover:enabled{border-color:var(--ink)}
button:disabled{color:var(--quiet);opacity:.5;cursor:default}
#count{margin-left:auto;font-variant-numeric:tabular-nums;white-space:nowrap}
.track{position:relative;padding-top:.7rem}
.track input{display:block;width:100%;margin:0;accent-color:var(--mine)}
#ticks{position:absolute;top:.1rem;left:.5rem;right:.5rem;height:.7rem}
#ticks span{position:absolute;width:1px;height:100%;background:var(--quiet);opacity:.6}
#ticks .launch{width:3px;opacity:1}
#ticks .race{width:4px;margin-left:-2px;background:var(--race);opacity:1;border-radius:2px}
#words{font-weight:600;max-width:none;min-height:1.5em;margin:.3rem 0 .1rem}
#race{font-weight:600;max-width:none;margin:.2rem 0;padding:.2rem .6rem;border-radius:4px;background:var(--race);color:var(--on-race)}
.stage{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem 2rem;margin-top:.8rem}
.array{margin:0 0 1rem}
.row{display:flex;flex-wrap:wrap;gap:.35rem .5rem;align-items:center;margin-top:.2rem}
.eight{display:grid;grid-template-columns:repeat(8,var(--cell));gap:2px;max-width:100%}
.gap{color:var(--quiet)}
.cell{position:relative;height:3.2rem;border:1px solid var(--line);border-radius:4px;background:var(--plain);
display:grid;place-items:center;font-variant-numeric:tabular-nums;min-width:0}
.cell .value{font-size:.95rem;line-height:1.05;text-align:center;overflow-wrap:anywhere}
.value s{display:block;font-size:.7rem;color:var(--quiet)}
.value small{display:block;font-size:.62rem}
.index,.badge{position:absolute;font-size:.62rem;line-height:1}
.index{top:2px;left:3px;color:var(--quiet)}
.badge{bottom:1px;right:1px;padding:1px 2px;border-radius:3px}
.empty{background:repeating-linear-gradient(135deg,transparent 0 5px,var(--line) 5px 6px)}
.owned{box-shadow:inset 0 -3px var(--edge)}
.read{outline:3px solid var(--edge);outline-offset:-2px;z-index:1}
.read .badge,.written .badge{background:var(--edge);color:var(--paper);font-weight:600}
.written{background:var(--fill);border-color:var(--edge)}
.many{--edge:var(--ink);--fill:var(--hit)}
.plain{background:var(--hit)}
.cell.race{outline:3px solid var(--race);outline-offset:1px;z-index:1}
.cell.race .badge{background:var(--race);color:var(--on-race)}
.right:not(.written) .badge{color:var(--good);font-size:.75rem}
.wrong{border:2px solid var(--bad)}.wrong:not(.written) .badge{color:var(--bad);font-size:.75rem}
.right:not(.written) .badge,.wrong:not(.written) .badge{top:2px;bottom:auto}
.wrong small{color:var(--bad)}
#source{max-height:min(24rem,45vh);overflow-y:auto;position:relative}
#source .code{margin-top:0;scroll-margin:0}
.file{margin:0}
.side h2{margin-top:.6rem}
.warp{display:flex;gap:.6rem;align-items:baseline;margin:.2rem 0}
.warp>.quiet{white-space:nowrap;font-size:.8rem;min-width:3.6rem}
.lanes{flex:1;display:grid;grid-template-columns:repeat(16,minmax(0,1.45rem));gap:2px}
.thread{font-size:.62rem;height:1.45rem;display:grid;place-items:center;border-radius:4px;border:1px solid transparent;
color:var(--quiet);font-variant-numeric:tabular-nums}
.thread.active{background:var(--fill);border:2px solid var(--edge);color:var(--ink);font-weight:700}
.thread.ready{border-color:var(--edge);color:var(--ink)}
.thread.waiting{background:repeating-linear-gradient(90deg,var(--line) 0 2px,transparent 2px 5px)}
.thread.met{border:2px solid var(--ink);color:var(--ink)}
.thread.done{opacity:.55}
.legend{font-size:.85rem;display:flex;flex-wrap:wrap;gap:.3rem 1rem;color:var(--quiet);list-style:none;padding:0;margin:.6rem 0}
.legend li{display:flex;gap:.4rem;align-items:center}
.legend .cell{width:2.1rem;height:1.6rem;flex:none;display:inline-block}
.legend .thread{width:1.45rem}
#steps{max-height:30rem;overflow-y:auto;font-size:.9rem;padding-left:3.5rem}
.scripted #steps>li{cursor:pointer}
#steps>li:hover{text-decoration:underline}
#steps>[aria-current]{font-weight:700;background:var(--hit)}
body{max-width:100rem}
@media(min-width:70rem){.stage{grid-template-columns:minmax(0,58rem) minmax(24rem,1fr);align-items:start}.side{position:sticky;top:9rem}}
@media(max-width:40rem){
body{padding:.7rem}
.eight{grid-template-columns:repeat(var(--columns),minmax(0,1fr));width:100%}
.eight>.cell{grid-column:auto!important}
.lanes{grid-template-columns:repeat(16,minmax(0,1fr))}
.thread{height:1.3rem}
.warp{flex-direction:column;gap:.1rem;align-items:stretch}
#source{max-height:11rem}
button{min-width:2.3rem;padding:0 .3rem}
.moves{gap:.25rem}
.controls{font-size:.9rem}
}
@media print{
.controls{position:static}.moves,.track,.legend,.skip{display:none}
#source,#steps{max-height:none;overflow:visible}
#source li:not(.near){height:0;overflow:hidden;visibility:hidden}
.stage{display:block}.array,.warp{break-inside:avoid}
#steps>[aria-current]{background:none}
}
)css";

}  // namespace

std::string_view style() { return kStyle; }

}  // namespace warpgrade::report::trace
