/** The look of an HTML plan: dark or light as the reader's system is set, and dark on white on paper. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1c2024; --faint: #5b6470; --page: #ffffff; --line: #d8dde3;
  --warn: #8a5300; --warn-page: #fff6e5; --was: #a40e26; --was-page: #ffebe9; --now: #116329; --now-page: #e6ffec; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e7eb; --faint: #9aa4b0; --page: #14171a; --line: #343a41;
  --warn: #f0b849; --warn-page: #2b2312; --was: #ff9c95; --was-page: #3a1a1c; --now: #7ee2a0; --now-page: #14301f; } }
@media print { :root { color-scheme: light; --ink: #000000; --faint: #444444; --page: #ffffff; --line: #999999;
  --warn: #000000; --warn-page: #ffffff; --was: #000000; --was-page: #ffffff; --now: #000000; --now-page: #ffffff; }
  details::details-content { content-visibility: visible; block-size: auto; } tr, details { break-inside: avoid; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.lead { font-size: 1.15rem; margin: .25rem 0; } .faint, footer { color: var(--faint); font-size: .875rem; }
.guard { border-left: .25rem solid var(--warn); background: var(--warn-page); padding: .5rem .75rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .45rem .6rem; border-bottom: 1px solid var(--line); }
th { font-size: .8rem; color: var(--faint); font-weight: 600; }
td.key { font-weight: 600; overflow-wrap: anywhere; min-width: 12rem; } td.live { white-space: nowrap; font-size: .85rem; }
.place { display: block; font-weight: 400; font-size: .8rem; color: var(--faint); }
.attention td { background: var(--warn-page); }
details { border: 1px solid var(--line); border-radius: .4rem; margin: .5rem 0; }
summary { cursor: pointer; padding: .4rem .75rem; overflow-wrap: anywhere; }
pre { margin: 0; padding: .5rem .75rem; border-top: 1px solid var(--line); font: .85rem/1.45 ui-monospace, monospace;
  white-space: pre-wrap; overflow-wrap: anywhere; }
pre span { display: block; } .was { color: var(--was); background: var(--was-page); }
.now { color: var(--now); background: var(--now-page); } .same { color: var(--faint); }
footer { margin-top: 2rem; }
a { color: inherit; }
`;
