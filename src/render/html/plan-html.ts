import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import { creationWords, waitWords } from '../view/creation-words.ts';
import { foldTitle, groupLines, type Detailed, type Fate } from '../view/diff-lines.ts';
import { element, type Html, anchor } from './html.ts';
import { contextWords } from '../view/plan-context.ts';
import { planSentence } from '../view/plan-sentence.ts';
import { guardWords, shortCommit, shortFingerprint, writesOf } from '../view/plan-words.ts';
import {
  detailGroups,
  attentionSections,
  nameInGroup,
  ownEdit,
  sectionRows,
  type AttentionSection,
} from '../view/attention-groups.ts';
import { describePlan, type PlanView } from '../view/plan-view.ts';
import {
  sharedComponents,
  sharedEdits,
  sharedEditTitle,
  sharedEditWords,
  type SharedEdit,
} from '../view/shared-edits.ts';
import { lineText } from '../view/marked-line.ts';
import { noteGroups, noteWords } from '../view/notes-view.ts';
import { plainText, joined, phraseLines, type Phrase } from '../../messages/phrase.ts';
import { counted } from '../../model/show.ts';
import { statusOf } from '../view/shown-status.ts';
import type { Attention, FileLine } from '../view/attention-view.ts';
import { changeMark, linesInTable, type ChangeView } from '../view/change-view.ts';

export interface HtmlOptions {
  /** Who does what the plan says, at the start of a sentence: `Applying this`. */
  readonly subject: string;
}

/** A plan as one file for a browser or a printer, without scripts or anything to load. External texts are escaped. */
export function planHtml(plan: Plan, { subject }: HtmlOptions): string {
  const view = describePlan(plan);
  const pieces = planSentence(plan, view, subject).map(({ text, strong }) =>
    strong ? element('strong', text) : text,
  );
  const main = element(
    'main',
    element('h1', `Campaigns · ${plan.workspace}`),
    element('p.lead', ...pieces),
    ...sections(plan, view),
    element('footer', footer(plan)),
  );
  return `<!doctype html>\n<html lang="en">\n${head(plan).html}\n${element('body', main).html}\n</html>\n`;
}

function head({ workspace, commit }: Plan): Html {
  const title = element('title', `Plan for ${workspace}${commit === null ? '' : ` · ${commit.slice(0, 7)}`}`);
  const metas = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`;
  return element('head', { html: metas }, title, { html: `<style>${STYLE}</style>` });
}

function sections(plan: Plan, { lostRecord, attention, changes, notes, ofAll }: PlanView): Html[] {
  const warnings = [lostRecord, guardWords(plan)].filter(({ length }) => length > 0);
  const edits = sharedEdits(changes);
  const creations = plan.guard ? [] : [creationWords(plan.schedule), waitWords(plan.schedule)];
  const details = [
    ...detailGroups(attention).map((group) => detail('held', group)),
    ...edits.map((edit) => {
      const [{ campaign, kind }, ...others] = edit.changes;
      const name = others.length === 0 ? campaign.key : sharedEditTitle(edit);
      return detail(kind === 'create' ? 'new' : 'changed', [
        { key: name, components: sharedComponents(edit) },
      ]);
    }),
  ].flat();
  const noted = noteGroups(notes).map((group) => {
    const keys = group.map(({ campaign }) => campaign.key).join(', ');
    return element('li', `${keys}: ${group.slice(0, 1).map(noteWords).join('')}`);
  });
  return [
    ...contextWords(plan).map((text) => element('p.guard', text)),
    ...warnings.map((phrase) => element('p.guard', plainText(phrase))),
    ...section('Needs attention', attention.length > 0 ? [attentionTable(attention)] : []),
    ...section('Changes', changes.length > 0 ? [changeTable(edits)] : []),
    ...section('What changes, field by field', details),
    ...section('Noted', noted.length > 0 ? [element('ul', ...noted)] : []),
    ...[ofAll, ...creations].filter((text) => text !== '').map((text) => element('p', text)),
  ];
}

function section(title: string, content: readonly Html[]): Html[] {
  return content.length === 0 ? [] : [element('section', element('h2', title), ...content)];
}

/** What differs in one campaign or in several, folded. */
function detail(fate: Fate, group: readonly Detailed[]): Html[] {
  const lines = groupLines(group).map((line) => element(`span.${KINDS[line.mark]}`, lineText(line)));
  const [first] = group;
  if (!first || lines.length === 0) return [];
  const name = group.length === 1 ? first.key : counted(group.length, 'campaign');
  const components = group.flatMap((one) => one.components);
  return [
    element('details', element('summary', foldTitle(name, fate, components)), element('pre', ...lines)),
  ];
}

const KINDS = { '-': 'was', '+': 'now', ' ': 'same' } as const;

function footer(plan: Plan): string {
  const writes = writesOf(plan);
  const print = writes > 0 && !plan.offline ? [`plan ${shortFingerprint(plan)}`] : [];
  const sends = plan.offline ? 'an apply would send' : 'apply will send';
  return [shortCommit(plan), `${sends} ${counted(writes, 'request')}`, ...print].join(' · ');
}

/** The look of an HTML plan: dark or light as the reader's system is set, and dark on white on paper. */
const STYLE = `
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

/** Campaigns that need attention, a row for each issue. */
function attentionTable(attention: readonly Attention[]): Html {
  return table(
    ['', 'campaign', 'live', 'why', 'what to do'],
    attentionSections(attention).flatMap(attentionRows),
  );
}

function attentionRows(section: AttentionSection): Html[] {
  const { members } = section;
  const [{ campaign }] = members;
  const isOne = members.length === 1;
  const statuses = [...new Set(members.map((one) => statusOf(one.campaign)))].join(', ');
  return sectionRows(section).map(({ why, todo, waiting, place }, row) =>
    element(
      'tr.attention',
      element('td', '⚠️'),
      isOne
        ? keyCell(campaign, place)
        : element('td.key', ...(row === 0 ? memberNames(section) : ['the same'])),
      isOne ? liveCell(campaign) : element('td.live', statuses),
      element('td', ...phraseHtml(joined(why, waiting))),
      element('td', ...phraseHtml(todo)),
    ),
  );
}

function memberNames({ members }: AttentionSection): (Html | string)[] {
  const names = members.map((one) => {
    const edit = ownEdit(one, members);
    return element(
      'div',
      nameInGroup(one.campaign),
      ...placeSpan(one.campaign, one.issues[0]?.place),
      ...(edit === '' ? [] : [element('span.place', edit)]),
    );
  });
  return [counted(members.length, 'campaign'), ...names];
}

/** What will be done, a row for each campaign. A shared edit is described next to the first of its campaigns. */
function changeTable(edits: readonly SharedEdit[]): Html {
  return table(['', 'campaign', 'live', 'change'], edits.flatMap(editRows));
}

function editRows(edit: SharedEdit): Html[] {
  const [first, ...others] = edit.changes;
  if (others.length === 0) return [rowOf(first, lines(first))];
  const words = `${sharedEditTitle(edit)}. ${sharedEditWords(edit)}`;
  return edit.changes.map((change) =>
    rowOf(
      change,
      change === first
        ? [element('div.faint', words), ...lines(first)]
        : [element('div.faint', 'the same'), ...ownReach(change)],
    ),
  );
}

function lines(change: ChangeView): Html[] {
  return linesInTable(change).map((text) => element('div', text));
}

/** Whom it reaches and when, if that isn't what the campaigns share. */
function ownReach({ reach, reachInFull }: ChangeView): Html[] {
  return reachInFull.filter((line) => !reach.includes(line)).map((text) => element('div', text));
}

function rowOf(change: ChangeView, words: readonly (Html | string)[]): Html {
  const { campaign } = change;
  return element(
    'tr',
    element('td', changeMark(change)),
    keyCell(campaign, undefined),
    liveCell(campaign),
    element('td', ...words),
  );
}

/** The live status, as a link to where people see the campaign itself. */
function liveCell(campaign: PlannedCampaign): Html {
  const status = statusOf(campaign);
  const { dashboard } = campaign;
  return element('td.live', dashboard === undefined ? status : anchor(status, dashboard));
}

function keyCell(campaign: PlannedCampaign, place: FileLine | undefined): Html {
  return element('td.key', campaign.key, ...placeSpan(campaign, place));
}

function placeSpan({ file }: PlannedCampaign, place: FileLine | undefined): Html[] {
  const where = place?.line === undefined ? file : `${place.file}:${place.line}`;
  return where === null ? [] : [element('span.place', where)];
}

/** A phrase as text, or as a block for each line where it has several. */
function phraseHtml(phrase: Phrase): (Html | string)[] {
  const texts = phraseLines(phrase).map((line) => line.start + plainText(line.phrase));
  return texts.length > 1 ? texts.map((text) => element('div', text)) : texts;
}

function table(titles: readonly string[], rows: readonly Html[]): Html {
  const head = element('thead', element('tr', ...titles.map((title) => element('th', title))));
  return element('div.wide', element('table', head, element('tbody', ...rows)));
}
