import type { PlannedCampaign } from '../../model/plan.ts';
import { statusOf } from '../view/shown-status.ts';
import { joined, linesOf, plainText, type Phrase } from '../../messages/phrase.ts';
import { anchor, element, type Html } from './html.ts';
import type { Attention, Place } from '../view/attention-view.ts';
import {
  attentionSections,
  nameInGroup,
  ownEdit,
  sectionRows,
  type AttentionSection,
} from '../view/attention-groups.ts';
import { counted } from '../../model/show.ts';
import { changeMark, linesInTable, type ChangeView } from '../view/change-view.ts';
import { sharedEditTitle, sharedEditWords, type SharedEdit } from '../view/shared-edits.ts';

/** Campaigns that need attention, a row for each issue. */
export function attentionTable(attention: readonly Attention[]): Html {
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
