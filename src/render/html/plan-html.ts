import type { Plan } from '../../model/plan.ts';
import { creationWords, waitWords } from '../view/creation-words.ts';
import { foldTitle, groupLines, type Detailed, type Fate } from '../view/diff-lines.ts';
import { element, type Html } from './html.ts';
import { attentionTable, changeTable } from './html-rows.ts';
import { STYLE } from './html-style.ts';
import { contextWords } from '../view/plan-context.ts';
import { planSentence } from '../view/plan-sentence.ts';
import { guardWords, shortCommit, shortFingerprint, writesOf } from '../view/plan-words.ts';
import { detailGroups } from '../view/attention-groups.ts';
import { describePlan, type PlanView } from '../view/plan-view.ts';
import { sharedComponents, sharedEdits, sharedEditTitle } from '../view/shared-edits.ts';
import { lineText } from '../view/marked-line.ts';
import { notePhrase } from '../view/notes-view.ts';
import { plainText } from '../../messages/phrase.ts';
import { counted } from '../../model/show.ts';

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
  const noted = notes.map((note) => element('li', `${note.campaign.key}: ${plainText(notePhrase(note))}`));
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
