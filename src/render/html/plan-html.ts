import { inMedium, plainText, type Phrase } from '../../messages/phrase.ts';
import type { Plan } from '../../model/plan.ts';
import {
  foldTitle,
  groupTitle,
  tableLines,
  foldLines,
  groupRows,
  byValues,
  type RowGroup,
} from '../rows/group.ts';
import { planRows, sectionsOf } from '../rows/plan-rows.ts';
import {
  contextWords,
  creationWords,
  guardWords,
  planSentence,
  shortCommit,
  shortFingerprint,
  writesOf,
} from '../rows/plan-words.ts';
import { lineText, PICTURES, type Row } from '../rows/row.ts';
import { counted, visibleText } from '../../model/show.ts';

/**
 * A plan as one file for a browser or a printer, without scripts or anything to load. External texts are escaped. `subject`: who
 * does what the plan says, at the start of a sentence: `Applying this`.
 */
export function planHtml(plan: Plan, { subject }: { readonly subject: string }): string {
  const rows = planRows(plan);
  const { workspace, commit } = plan;
  const title = `Plan for ${workspace}${commit === null ? '' : ` · ${commit.slice(0, 7)}`}`;
  return page(
    title,
    element('h1', `Campaigns · ${workspace}`),
    element('p.lead', ...phraseHtml(planSentence(plan, rows, subject))),
    ...sections(plan, rows),
    element('footer', footer(plan)),
  );
}

/** A whole page with this content, without scripts or anything to load. */
export function page(title: string, ...content: readonly Html[]): string {
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;
  const metas = `<meta charset="utf-8">${policy}<meta name="viewport" content="width=device-width, initial-scale=1">`;
  const style = { html: `<style>${STYLE}</style>` };
  const head = element('head', { html: metas }, element('title', title), style);
  const body = element('body', element('main', ...content));
  return `<!doctype html>\n<html lang="en">\n${head.html}\n${body.html}\n</html>\n`;
}

function sections(plan: Plan, rows: readonly Row[]): Html[] {
  const warnings = [...contextWords(plan), plainText(guardWords(plan))].filter(Boolean);
  const creations = creationWords(plan);
  const { attention: first, changes: sent, notes } = sectionsOf(rows);
  const [attention, changes] = [groupRows(first), groupRows(sent)];
  const noted = groupRows(notes).map(({ rows: those, why }) =>
    element('li', `${those.map(({ subject }) => subject).join(', ')}: ${plainText(why)}`),
  );
  return [
    ...warnings.map((text) => element('p.guard', text)),
    ...section('Needs attention', table(['', 'campaign', 'live', 'why', 'what to do'], attention)),
    ...section('Changes', table(['', 'campaign', 'live', 'change'], changes)),
    ...section('What changes, field by field', [...attention, ...changes].flatMap(byValues).flatMap(detail)),
    ...section('Noted', noted.length > 0 ? [element('ul', ...noted)] : []),
    ...(creations === '' ? [] : [element('p', creations)]),
  ];
}

export function section(title: string, content: readonly Html[]): Html[] {
  return content.length === 0 ? [] : [element('section', element('h2', title), ...content)];
}

/** What differs in one campaign or in several, folded. */
function detail(same: readonly Row[]): Html[] {
  const lines = foldLines(same).map((line) => element(`span.${KINDS[line.mark]}`, lineText(line)));
  if (lines.length === 0) return [];
  return [element('details', element('summary', foldTitle(same)), element('pre', ...lines))];
}

const KINDS = { '-': 'was', '+': 'now', ' ': 'same' } as const;

function footer(plan: Plan): string {
  const writes = writesOf(plan);
  const print = shortFingerprint(plan).map((short) => `plan ${short}`);
  const sends = plan.offline ? 'an apply would send' : 'apply will send';
  return [shortCommit(plan), `${sends} ${counted(writes, 'request')}`, ...print].join(' · ');
}

/** The look of an HTML plan: dark or light as the reader's system is set, and light on paper. */
const STYLE = `
:root { color-scheme: light dark; --faint: light-dark(#5b6470, #9aa4b0); --line: light-dark(#d8dde3, #343a41);
  --warn: light-dark(#fff6e5, #2b2312); --was: light-dark(#a40e26, #ff9c95); --now: light-dark(#116329, #7ee2a0); }
@media print { :root { color-scheme: light; }
  details::details-content { content-visibility: visible; block-size: auto; } tr, details { break-inside: avoid; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.lead { font-size: 1.15rem; margin: .25rem 0; } .faint, footer { color: var(--faint); font-size: .875rem; }
.guard { background: var(--warn); padding: .5rem .75rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .45rem .6rem; border-bottom: 1px solid var(--line); }
th { font-size: .8rem; color: var(--faint); font-weight: 600; }
td.key { font-weight: 600; overflow-wrap: anywhere; min-width: 12rem; } td.live { white-space: nowrap; font-size: .85rem; }
.place { display: block; font-weight: 400; font-size: .8rem; color: var(--faint); }
.attention td { background: var(--warn); }
details { border: 1px solid var(--line); border-radius: .4rem; margin: .5rem 0; }
summary { cursor: pointer; padding: .4rem .75rem; overflow-wrap: anywhere; }
pre { margin: 0; padding: .5rem .75rem; border-top: 1px solid var(--line); font: .85rem/1.45 ui-monospace, monospace;
  white-space: pre-wrap; overflow-wrap: anywhere; }
pre span { display: block; } .was { color: var(--was); } .now { color: var(--now); } .same { color: var(--faint); }
footer { margin-top: 2rem; }
a { color: inherit; }
`;

/** A row for each campaign, or for what several have in common, with the name of each. */
function table(titles: readonly string[], groups: readonly RowGroup[]): Html[] {
  return groups.length === 0 ? [] : [tableOf(titles, groups.map(groupRow))];
}

export function tableOf(titles: readonly string[], rows: readonly Html[]): Html {
  const head = element('thead', element('tr', ...titles.map((title) => element('th', title))));
  return element('div.wide', element('table', head, element('tbody', ...rows)));
}

function groupRow(group: RowGroup): Html {
  const { rows, why, todo } = group;
  const [first, ...others] = rows;
  const isOne = others.length === 0;
  const isChange = first.kind === 'change';
  const head = tableLines(group).map((one) => element('div', one));
  return element(
    isChange ? 'tr' : 'tr.attention',
    element('td', PICTURES[first.mark]),
    element('td.key', ...(isOne ? [] : [groupTitle(rows)]), ...rows.map((row) => nameOf(row, group))),
    element('td.live', isOne ? liveOf(first) : group.live),
    element('td', ...head, ...phraseHtml(why)),
    ...(isChange ? [] : [element('td', ...phraseHtml(todo))]),
  );
}

/** A campaign with its place, and in a list of several with what is only true of this one. */
function nameOf(row: Row, group: RowGroup): Html {
  const { subject, place, file, live, dashboard } = row;
  const where = place?.line === undefined ? file : `${place.file}:${place.line}`;
  const isEach = group.rows.length > 1 && (live !== group.live || dashboard !== undefined);
  const beside = [where ?? '', isEach ? liveOf(row) : '', group.asideOf(row)].filter((one) => one !== '');
  return element('div', subject, ...beside.map((one) => element('span.place', one)));
}

/**
 * The live status, as a link to where people see the campaign itself: an address that uses https or is on this machine.
 */
function liveOf({ live, dashboard }: Row): Html | string {
  if (dashboard === undefined) return live;
  return { html: `<a href="${escapeHtml(dashboard)}" rel="noreferrer">${escapeHtml(live)}</a>` };
}

export function phraseHtml(phrase: Phrase): (Html | string)[] {
  return inMedium('inTerminal', phrase).map((span) =>
    span.kind === 'strong' ? element('strong', span.text) : plainText([span]),
  );
}

/** A piece of HTML. A plain string is always text, and is escaped when it becomes a piece. */
export interface Html {
  readonly html: string;
}

/** An element with its content; `name.class` gives it a class. The name is always our own. */
export function element(tag: string, ...content: readonly (Html | string)[]): Html {
  const [name = '', className] = tag.split('.');
  const start = className === undefined ? name : `${name} class="${className}"`;
  const inner = content.map((piece) => (typeof piece === 'string' ? escapeHtml(piece) : piece.html));
  return { html: `<${start}>${inner.join('')}</${name}>` };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
