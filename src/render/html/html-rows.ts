import type { PlannedCampaign } from '../../model/plan.ts';
import { statusOf } from '../view/status-word.ts';
import { joined, linesOf, plainText, type Phrase } from '../../messages/phrase.ts';
import { anchor, element, type Html } from './html.ts';
import { issueRows, type Attention, type Place } from '../view/attention-view.ts';
import { anonymous, attentionSections, nameInGroup } from '../view/attention-groups.ts';
import { counted } from '../../model/show.ts';
import { changeMark, linesInTable, type ChangeView } from '../view/change-view.ts';
import { sharedEditTitle, sharedEditWords, type SharedEdit } from '../view/shared-edits.ts';

/** Campaigns that need attention, a row for each issue. */
export function attentionTable(attention: readonly Attention[]): Html {
  return table(
    ['', 'campaign', 'live', 'why', 'what to do'],
    attentionSections(attention).flatMap(sectionRows),
  );
}

function sectionRows(group: readonly Attention[]): Html[] {
  const [first] = group;
  if (!first || group.length === 1) return group.flatMap(attentionRows);
  const statuses = [...new Set(group.map(({ campaign }) => statusOf(campaign)))].join(', ');
  const names = group.map(({ campaign, issues }) =>
    element('div', nameInGroup(campaign), ...placeSpan(campaign, issues[0]?.place)),
  );
  return issueRows(anonymous(first)).map(({ why, todo, waiting }, row) =>
    element(
      'tr.attention',
      element('td', '⚠️'),
      element('td.key', ...(row === 0 ? [counted(group.length, 'campaign'), ...names] : ['the same'])),
      element('td.live', statuses),
      element('td', ...phraseHtml(joined(why, waiting))),
      element('td', ...phraseHtml(todo)),
    ),
  );
}

function attentionRows(one: Attention): Html[] {
  const { campaign } = one;
  return issueRows(one).map(({ why, todo, place, waiting }) =>
    element(
      'tr.attention',
      element('td', '⚠️'),
      keyCell(campaign, place),
      liveCell(campaign),
      element('td', ...phraseHtml(joined(why, waiting))),
      element('td', ...phraseHtml(todo)),
    ),
  );
}

/** What will be done, a row for each campaign. A shared edit is described next to the first of its campaigns. */
export function changeTable(edits: readonly SharedEdit[]): Html {
  return table(['', 'campaign', 'live', 'change'], edits.flatMap(editRows));
}

function editRows(edit: SharedEdit): Html[] {
  const [first, ...others] = edit.changes;
  if (others.length === 0) return [changeRow(first)];
  const words = `${sharedEditTitle(edit)}. ${sharedEditWords(edit)}`;
  return edit.changes.map((change) =>
    rowOf(
      change,
      change === first ? [element('div.faint', words), ...lines(first)] : [element('div.faint', 'the same')],
    ),
  );
}

function changeRow(change: ChangeView): Html {
  return rowOf(change, lines(change));
}

function lines(change: ChangeView): Html[] {
  return linesInTable(change).map((text) => element('div', text));
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

function keyCell(campaign: PlannedCampaign, place: Place | undefined): Html {
  return element('td.key', campaign.key, ...placeSpan(campaign, place));
}

function placeSpan({ file }: PlannedCampaign, place: Place | undefined): Html[] {
  const where = place?.line === undefined ? file : `${place.file}:${place.line}`;
  return where === null ? [] : [element('span.place', where)];
}

/** A phrase as text, or as a block for each line where it has several. */
function phraseHtml(phrase: Phrase): (Html | string)[] {
  const texts = linesOf(phrase).map((line) => line.start + plainText(line.phrase));
  return texts.length > 1 ? texts.map((text) => element('div', text)) : texts;
}

function table(titles: readonly string[], rows: readonly Html[]): Html {
  const head = element('thead', element('tr', ...titles.map((title) => element('th', title))));
  return element('div.wide', element('table', head, element('tbody', ...rows)));
}
