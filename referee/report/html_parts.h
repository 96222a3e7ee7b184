#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/report/standings_page.h"

// Pieces of HTML. Text from outside is escaped; what is called content or caption is HTML already.
namespace referee {

/// The look of standings.html. It loads no fonts, images or other files.
constexpr std::string_view kStandingsStyle = R"css(
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --panel: #ffffff; --ink: #1b2130; --soft: #5b6474; --line: #dfe3ea; --accent: #2c54c8;
  --win: #dcf3e4; --win-ink: #0f5a31; --draw: #eceff5; --draw-ink: #3b4456; --loss: #fce6e3; --loss-ink: #8f2017;
  --fault: #b3261e; --self: #d3d8e2; --other: #c3cad6;
  --l0: #1f5fbf; --l1: #c2410c; --l2: #15803d; --l3: #a21caf; --l4: #8a6100;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12151b; --panel: #1a1f28; --ink: #e6e9f0; --soft: #9aa4b5; --line: #2d3441; --accent: #8fb0ff;
    --win: #163a27; --win-ink: #9fe0b9; --draw: #272e3a; --draw-ink: #c3cad6; --loss: #43211f; --loss-ink: #f3b0a9;
    --fault: #ff8a80; --self: #343c4a; --other: #434c5c;
    --l0: #7db0ff; --l1: #ff9b6b; --l2: #6fd08c; --l3: #e58cf0; --l4: #e0bd55;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
main { max-width: 76rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { margin: 0 0 .4rem; font-size: 1.7rem; line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .6rem; font-size: 1.15rem; }
.facts { display: flex; flex-wrap: wrap; gap: .4rem .9rem; align-items: center; margin: 0; color: var(--soft); }
.progress { padding: .1rem .65rem; border: 1px solid var(--accent); border-radius: 1rem; color: var(--accent);
  font-weight: 600; }
.final .progress { background: var(--accent); color: var(--panel); }
.scroll { overflow-x: auto; background: var(--panel); border: 1px solid var(--line); border-radius: .6rem; }
table { width: 100%; border-collapse: separate; border-spacing: 0; font-variant-numeric: tabular-nums; }
caption { padding: .55rem .75rem; text-align: left; color: var(--soft); font-size: .87rem; }
th, td { padding: .42rem .75rem; border-top: 1px solid var(--line); text-align: right; vertical-align: top;
  white-space: nowrap; }
thead th { color: var(--soft); font-size: .8rem; font-weight: 600; vertical-align: bottom; }
.text { text-align: left; }
thead tr > :first-child { width: 1%; }
caption span { display: inline-block; position: sticky; left: .75rem; max-width: min(70rem, calc(100vw - 3.5rem)); }
tbody th { font-weight: 600; text-align: left; position: sticky; left: 0; background: var(--panel); min-width: 9rem;
  max-width: 18rem; white-space: normal; overflow-wrap: anywhere; }
small { display: block; color: var(--soft); font-weight: 400; font-size: .8rem; }
.points { font-weight: 700; }
.fault { min-width: 8rem; white-space: normal; }
.fault, .fault small { color: var(--fault); }
.mark { color: var(--fault); }
.gone th, .gone td { color: var(--soft); }
.final .standings .first > * { background: var(--win); }
.final .standings .first small { color: inherit; }
.cross td { text-align: center; }
.cross .points { text-align: right; }
.cross thead th { text-align: center; }
.cross thead th.text { text-align: left; }
.cross thead th:last-child { text-align: right; }
.win { background: var(--win); color: var(--win-ink); }
.draw { background: var(--draw); color: var(--draw-ink); }
.loss { background: var(--loss); color: var(--loss-ink); }
.self { background: var(--self); }
details { margin: 0 0 .7rem; background: var(--panel); border: 1px solid var(--line); border-radius: .6rem; }
details .scroll { border: 0; border-radius: 0 0 .6rem .6rem; }
summary { padding: .55rem .75rem; cursor: pointer; font-weight: 600; }
summary span { color: var(--soft); font-weight: 400; }
.rounds tbody + tbody tr:first-child > * { border-top: 2px solid var(--line); }
.rounds tbody tr + tr > :not([rowspan]) { border-top-color: transparent; }
.best { font-weight: 700; }
.scores tbody th { min-width: 14rem; }
ul { margin: 0; padding: .7rem 1rem .7rem 2rem; background: var(--panel); border: 1px solid var(--line);
  border-radius: .6rem; overflow-wrap: anywhere; }
a { color: inherit; text-decoration-color: var(--soft); text-underline-offset: .15em; }
sup { margin-left: .25em; font-size: .72rem; line-height: 1; }
.chart { background: var(--panel); border: 1px solid var(--line); border-radius: .6rem; padding: .4rem; }
svg { display: block; width: 100%; max-width: 60rem; height: auto; }
svg text { fill: var(--soft); font-size: 12px; unicode-bidi: isolate; }
svg .left { text-anchor: end; }
svg .below { text-anchor: middle; }
.ruler { stroke: var(--line); }
polyline { fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; }
polyline.other { stroke: var(--other); stroke-width: 1; }
.l0, .l5 { color: var(--l0); } .l1, .l6 { color: var(--l1); } .l2, .l7 { color: var(--l2); }
.l3, .l8 { color: var(--l3); } .l4, .l9 { color: var(--l4); }
polyline:is(.l5, .l6, .l7, .l8, .l9) { stroke-dasharray: 6 3; }
svg text:is(.l0, .l1, .l2, .l3, .l4, .l5, .l6, .l7, .l8, .l9) { fill: currentColor; }
time { color: var(--soft); }
@media (max-width: 40rem) {
  main { padding: 1rem .6rem 2rem; }
  h1 { font-size: 1.35rem; }
  th, td { padding: .4rem .5rem; }
  tbody th { min-width: 6rem; }
  .fault { min-width: 6.5rem; }
}
@media print {
  :root { --page: #fff; --panel: #fff; --ink: #000; --soft: #444; --line: #bbb; --accent: #000; --fault: #900;
    --win: #e4f4ea; --win-ink: #000; --draw: #f0f0f0; --draw-ink: #000; --loss: #fbe9e7; --loss-ink: #000; --self: #ccc; }
  body { font-size: 9pt; }
  main { max-width: none; padding: 0; }
  .scroll { overflow: visible; border: 0; }
  th, td { padding: .2rem .4rem; white-space: normal; }
  tr, tbody { break-inside: avoid; }
  details::details-content { content-visibility: visible; display: block; }
}
)css";

}  // namespace referee

namespace referee::html {

/// Text that stands between tags or in an attribute.
std::string escaped(std::string_view text);
/// Text from outside: <bdi> keeps the direction of its letters from changing the text around it.
std::string foreign(std::string_view text);
/// `content` is HTML.
std::string cell(std::string_view content, std::string_view css_class = "");
/// `content` with a link to each of `records`: one record makes `content` itself the link, several have small
/// numbers behind it.
std::string linked(std::string_view content, const std::vector<RecordLink>& records);
/// The head of a column; `attributes` begin with a space.
std::string column(std::string_view name, std::string_view attributes = "");
/// A table that scrolls sideways on a narrow screen, by keyboard too.
std::string table_of(std::string_view css_class, std::string_view caption, const std::string& content);
/// The head of an entrant's row, without its end.
std::string name_head(const std::string& name, const std::string& display);
/// The beginning of an entrant's row in the standings: its rank, its name, and whether it is withdrawn or
/// annulled.
std::string ranked_row(const StandingsRow& row);
/// The number of faults, and their kinds.
std::string faults_cell(const GameTally& tally);
/// The whole page, with kStandingsStyle and `more_style`; `body` begins with <body> and <main>, which this
/// function closes.
std::string page(std::string_view title, std::string_view body, std::string_view more_style = "");

}  // namespace referee::html
