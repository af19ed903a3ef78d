// Colours are named once for each theme, and tell meanings apart for people of any colour vision (Okabe &
// Ito, 2008, darker or lighter so that text in them is readable); words and marks always say the same.
#include "report/html/style_sheet.hpp"

namespace warpgrade::report::html {
namespace {

constexpr std::string_view kStyleSheet = R"css(
:root{color-scheme:light dark;--paper:#fff;--plain:#f3f4f6;--ink:#1f2328;--quiet:#59636e;--line:#d1d9e0;
--good:#00744f;--open:#805b00;--bad:#b3380c;--mine:#0072b2;--limit:#b3380c;--hit:#fff1c2;--need:#9ccbe8;--waste:#f0b48a}
@media(prefers-color-scheme:dark){:root{--paper:#0d1117;--plain:#161b22;--ink:#e6edf3;--quiet:#9198a1;--line:#30363d;
--good:#3fc79a;--open:#e0b04a;--bad:#ff8f66;--mine:#56b4e9;--limit:#ff8f66;--hit:#4a3a0a;--need:#1f5f86;--waste:#8a4a1f}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:90rem;padding:1rem;background:var(--paper);color:var(--ink);
font:1rem/1.5 system-ui,"Segoe UI",Helvetica,Arial,"DejaVu Sans",sans-serif}
code,pre,.code{font:.875rem/1.45 ui-monospace,"Cascadia Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
a{color:inherit}
:focus-visible{outline:3px solid var(--mine);outline-offset:2px}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;background:var(--paper);padding:.5rem}
h1{font-size:1.8rem;line-height:1.2;margin:.2rem 0}
h2{font-size:1.4rem;margin:0 0 .5rem;display:flex;flex-wrap:wrap;gap:.2rem .8rem;align-items:baseline}
h2 small{font-weight:normal;font-size:1rem;color:var(--quiet)}
h2 .points{margin-left:auto;font-size:1.1rem}
h3{font-size:1.1rem;margin:0}
h4{font-size:1rem;margin:.8rem 0 .3rem;overflow-wrap:anywhere}
p{margin:.4rem 0;max-width:75ch;overflow-wrap:anywhere}
.good{color:var(--good)}.open{color:var(--open)}.bad{color:var(--bad)}
.quiet,figcaption{color:var(--quiet)}
.message,.remedy{white-space:pre-line}.message{font-weight:600}
.points{font-variant-numeric:tabular-nums;white-space:nowrap}
.command{max-width:none}
.command code{display:inline-block;background:var(--plain);border:1px solid var(--line);border-radius:4px;padding:0 .4em;
overflow-wrap:anywhere}
.score{height:.6rem;max-width:40rem;margin:.5rem 0;border-radius:.3rem;border:1px solid var(--line);
background:linear-gradient(90deg,var(--good) var(--s),var(--line) var(--s) var(--w),var(--plain) var(--w))}
nav ul{list-style:none;margin:1rem 0;padding:0}
nav li{display:flex;justify-content:space-between;gap:1rem;padding:.15rem 0}
nav .unit{color:var(--quiet);font-size:.875rem;margin-top:.6rem}
section{border-top:1px solid var(--line);padding:1.2rem 0}
article{border-left:4px solid;margin:1rem 0;padding:.1rem 0 .1rem 1rem}
article>*{color:var(--ink)}
.finding{margin:.6rem 0}
figure{margin:.5rem 0;min-width:0}
figcaption{font-size:.9rem;overflow-wrap:anywhere}
.code,pre{margin:.2rem 0;padding:.4rem 0;overflow-x:auto;background:var(--plain);border:1px solid var(--line);border-radius:6px}
pre{padding:.4rem .8rem}
.code{list-style:none;counter-reset:line var(--first)}
.code li{white-space:pre;width:max-content;min-width:100%;padding-right:1rem;counter-increment:line}
.code li::before{content:counter(line);display:inline-block;width:4.5ch;margin-right:1.5ch;text-align:right;color:var(--quiet)}
.code .hit{background:var(--hit)}
div[tabindex]{overflow-x:auto;margin:.5rem 0}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
th,td{padding:.2rem .7rem;text-align:right;vertical-align:top;white-space:nowrap;border-bottom:1px solid var(--line)}
th:first-child,.w2 :nth-child(2),.w3 :nth-child(3),.w4 :nth-child(4),.w5 :nth-child(5),.w6 :nth-child(6),
.w7 :nth-child(7),.w8 :nth-child(8),.w9 :nth-child(9){text-align:left}
thead th{font-weight:normal;color:var(--quiet)}
tbody th{font-weight:600}
th:first-child,td:first-child{padding-left:0}
.heat td,.heat th{padding-top:0;padding-bottom:0;border:0}
.heat tbody th{font-weight:normal;color:var(--quiet);text-align:right}
.heat td code{white-space:pre}
.bar{display:block;min-width:7rem;padding:0 .4rem;
background:linear-gradient(90deg,var(--need) var(--n),var(--waste) var(--n) var(--t),transparent var(--t))}
details{margin:.4rem 0}
details[open]{padding-bottom:.6rem}
summary{cursor:pointer;padding:.2rem 0}
.charts{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem}
svg{width:22rem;max-width:100%;height:auto}
svg text{font-size:11px;fill:var(--quiet)}
path{fill:none;stroke:var(--quiet);stroke-width:1.5;stroke-linejoin:round}
.g{stroke:var(--line);stroke-width:1}
.e{text-anchor:end}.m{text-anchor:middle}
path.mine{stroke:var(--mine);stroke-width:2}
path.dot{stroke-width:6;stroke-linecap:round}
path.limit{stroke:var(--limit);stroke-dasharray:6 4}
path.roof{stroke:var(--ink)}
path.other{stroke-dasharray:2 3}
text.mine{fill:var(--mine)}text.limit{fill:var(--limit)}text.roof{fill:var(--ink)}
.pictures{display:flex;flex-wrap:wrap;gap:1rem}
.pictures figure{flex:0 1 32rem}
img{display:block;width:100%;image-rendering:pixelated}
.drawing img{width:auto;image-rendering:auto}
.pair{position:relative}
.over{position:absolute;inset:0;clip-path:inset(0 calc(100% - var(--at,50%)) 0 0)}
.compare label{display:flex;gap:.6rem}
.compare input{flex:1;min-width:0}
@media(max-width:40rem){.tasks :is(th,td):is(:nth-child(3),:nth-child(5)){display:none}.tasks{font-size:.9rem}.tasks :is(th,td){padding:.2rem .3rem}.tasks td{white-space:normal}}
@media(min-width:60rem){
.two{display:grid;grid-template-columns:1fr 1fr;gap:1rem;align-items:end}
body:has(nav){display:grid;grid-template-columns:17rem minmax(0,1fr);gap:0 2.5rem;padding:1.5rem 2rem}
header{grid-column:1/3}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto}
}
@media print{
:root{color-scheme:light;--paper:#fff;--plain:#f6f6f6;--ink:#000;--quiet:#444;--line:#bbb}
body,body:has(nav){display:block;max-width:none;padding:0;font-size:10pt}
nav{position:static;max-height:none;columns:2}
.code,pre,div[tabindex]{overflow:visible}.code li{white-space:pre-wrap;width:auto}
figure,tr,svg{break-inside:avoid}h2,h3,h4,summary{break-after:avoid}
details::details-content{content-visibility:visible;display:block}
.two{display:grid;grid-template-columns:1fr 1fr;gap:1rem;align-items:end}
.pictures figure{flex-basis:18rem}
*{print-color-adjust:exact}
.skip,.compare input{display:none}
}
)css";

}  // namespace

std::string_view style_sheet() { return kStyleSheet; }

}  // namespace warpgrade::report::html
