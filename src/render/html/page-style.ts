/** The look of every page: dark or light as the reader's system is set, light on paper, and in one column on a phone. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --page: light-dark(#f6f7f9, #14171a); --card: light-dark(#fff, #1d2125);
  --ink: light-dark(#1b1f24, #e7eaed); --faint: light-dark(#59626d, #a3adb8); --line: light-dark(#d5dae0, #3a4148);
  --warn: light-dark(#fff4d6, #3a2f12); --was: light-dark(#a40e26, #ffa198); --now: light-dark(#0b5c26, #7ee2a0);
  --was-back: light-dark(#ffebe9, #4a1d1c); --now-back: light-dark(#dcf8e2, #14381f); --accent: light-dark(#0b5394, #8ec2ff); }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 84rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { font-size: 1.4rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; scroll-margin-top: 6rem; }
h3 { font-size: 1rem; margin: 0; display: inline; } h4 { font-size: .95rem; margin: .75rem 0 .25rem; } .name { font-size: .85rem; font-weight: 600; }
p { margin: .25rem 0; } .lead { font-size: 1.15rem; } .faint, footer, .same, dt, figcaption, .reach { color: var(--faint); }
.small, footer, .reach, .notes { font-size: .85rem; } a { color: var(--accent); } footer { margin-top: 2rem; }
.guard { background: var(--warn); padding: .5rem .75rem; border-radius: .4rem; margin: .5rem 0; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
button, select, input { font: inherit; font-size: .9rem; color: inherit; background: var(--card); border: 1px solid var(--faint); border-radius: .35rem; padding: .2rem .55rem; max-width: 100%; }
button { cursor: pointer; } button[aria-pressed=true], [role=tab][aria-selected=true] { background: var(--ink); color: var(--card); }
.filters { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; position: sticky; top: 0; z-index: 1;
  background: var(--page); padding: .6rem 0; border-bottom: 1px solid var(--line); margin-top: 1rem; font-size: .9rem; }
.card, .group { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; scroll-margin-top: 5rem; }
details.card { content-visibility: auto; contain-intrinsic-size: auto 4.5rem; } .card.inside { padding-top: .1rem; }
.card.blocked, .card.warning { border-inline-start: 5px solid light-dark(#9a6700, #e3b341); }
.group > .card { margin: .5rem; }
.card > summary, .group > summary { cursor: pointer; padding: .6rem .8rem; }
.card > summary > span { margin-inline-start: .5rem; } .reach { display: block; padding-inline-start: 1.2rem; }
.live { font-size: .75rem; border: 1px solid var(--line); border-radius: 1rem; padding: .05rem .5rem; } .sign { margin-inline-end: .4rem; }
.inside { padding: 0 .8rem .8rem; } .reason { background: var(--warn); padding: .5rem .75rem; border-radius: .4rem; }
dl { margin: .5rem 0; } dl > div { display: flex; gap: .75rem; } dt { flex: 0 0 11rem; font-size: .85rem; padding-top: .1rem; } dd { margin: 0; flex: 1; min-width: 0; }
.tools { display: flex; gap: .5rem; flex-wrap: wrap; margin: .5rem 0; } [role=group] button + button { margin-inline-start: -1px; }
[role=tablist] { display: flex; flex-wrap: wrap; gap: .3rem; border-bottom: 1px solid var(--line); padding-bottom: .4rem; }
[role=tab].changed::after { content: " ●"; } [role=tablist] ~ .panel > h4 { display: none; } .behind { display: none; }
.platforms { display: grid; gap: 1rem; } .platforms.single { grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); }
.sides { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 26.4rem)); }
figure { margin: 0; min-width: 0; max-width: 26rem; } figcaption { font-size: .85rem; margin-bottom: .25rem; } .of-email figure { max-width: 26.4rem; }
.push { border: 1px solid var(--line); padding: .7rem .85rem; background: light-dark(#fff, #2a2f35); }
.push.android { border-radius: 1.4rem; } .push.ios { border-radius: 1rem; background: light-dark(#eef0f3, #33383f); } .push.web { border-radius: .3rem; }
.push-app { font-size: .75rem; display: flex; gap: .4rem; align-items: center; } .push-title { font-weight: 600; } .push-text { white-space: pre-line; }
.icon { width: 1rem; height: 1rem; border-radius: 50%; background: var(--accent); display: inline-block; } .ios .icon { border-radius: .25rem; }
.picture { display: block; border: 1px dashed currentColor; border-radius: .4rem; padding: .5rem; margin-top: .4rem; font-size: .75rem; }
.picture img { max-width: 100%; display: block; }
.carousel { list-style: none; display: grid; gap: .4rem; grid-template-columns: repeat(auto-fit, minmax(6rem, 1fr)); padding: 0; margin: .4rem 0 0; }
.timer { font-variant-numeric: tabular-nums; font-weight: 600; margin-top: .4rem; }
.timer .bar { display: block; height: .35rem; border-radius: 1rem; margin-top: .2rem; background: linear-gradient(to right, var(--accent) 60%, var(--line) 60%); }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: .5rem; font-weight: 600; font-size: .9rem; } .notes { margin: .4rem 0; padding-inline-start: 1.2rem; }
.mail { border: 1px solid var(--line); border-radius: .5rem; overflow: hidden; } .inbox { padding: .6rem .8rem; display: grid; } .subject { font-weight: 600; }
.mail > p, .links { padding: .3rem .8rem; margin: 0; } .links { font-size: .85rem; } .links ul { margin: .2rem 0; padding-inline-start: 1.2rem; }
iframe { display: block; border: 0; border-block: 1px solid var(--line); width: 100%; height: 30rem; background: #fff; resize: vertical; }
[data-shown-width=desktop] .sides:has(.mail) { grid-template-columns: 1fr; } [data-shown-width=desktop] .of-email figure { max-width: 60rem; }
ins { color: var(--now); background: var(--now-back); text-decoration: none; } del { color: var(--was); background: var(--was-back); }
.push del, .inbox del { text-decoration: line-through; } .push[style] ins, .push[style] del { padding: 0 .15rem; }
.fold > summary, .links > summary { cursor: pointer; } .fold { margin-top: .75rem; } .facts { margin: .75rem 0 0; padding-inline-start: 1.2rem; font-size: .9rem; }
pre { margin: .4rem 0 0; font: .85rem/1.45 ui-monospace, monospace; white-space: pre-wrap; }
pre > * { display: block; } pre del, pre ins { text-decoration: none; } mark { background: none; color: inherit; font-weight: 700; text-decoration: underline; }
table { border-collapse: collapse; width: 100%; background: var(--card); } th, td { text-align: start; vertical-align: top; padding: .35rem .6rem; border: 1px solid var(--line); }
thead th { font-size: .8rem; color: var(--faint); } thead th, td[data-title=Time], td[data-title=Channel], td[data-title='This change'], td[data-title^=when], .calendar tbody th { white-space: nowrap; } td[data-title=Campaign] { min-width: 16rem; } .sends { white-space: pre-wrap; } tr.marked td { background: var(--now-back); } tr.stopped td { background: var(--was-back); }
.creations { list-style: none; padding: 0; } .creations li { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; font-size: .9rem; font-variant-numeric: tabular-nums; }
.creations .bar { height: .8rem; background: var(--accent); border-radius: .2rem; max-width: 40%; }
@media (max-width: 40rem) { .filters { position: static; } .filters label { flex: 1 1 8rem; } main { padding: 1rem .6rem; }
  .stacked thead { display: none; } .stacked, .stacked tbody, .stacked tr, .stacked td, .stacked tbody th { display: block; }
  .stacked td { white-space: normal !important; border: 0; padding: .1rem .6rem; } .stacked tbody th { border-width: 0 0 1px; } .stacked { background: none; }
  .stacked td::before { content: attr(data-title) ": "; color: var(--faint); } .stacked td:empty { display: none; }
  .stacked tr { margin-bottom: .5rem; border: 1px solid var(--line); background: var(--card); }
  dl > div { display: block; } .filters label { display: grid; } }
@media print { :root { color-scheme: light; } body { background: #fff; } main { max-width: none; padding: 0; } .filters, .tools { display: none; }
  details::details-content { content-visibility: visible; block-size: auto; } details.card { content-visibility: visible; } .card > summary, figure, tr, .push { break-inside: avoid; }
  .panel.behind { display: block; } [role=tablist] { display: none; } [role=tablist] ~ .panel > h4 { display: block; } iframe { height: 40rem; } }
`;
