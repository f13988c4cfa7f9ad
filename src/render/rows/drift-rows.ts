import type { DriftedCampaign, DriftReport, UnreadCampaign } from '../../model/drift.ts';
import { counted, firstFew } from '../../model/show.ts';
import { utcMinute } from '../../model/utc-words.ts';
import { keepLive, REVIEW_AGAIN } from '../../messages/advice.ts';
import { inOne } from '../../messages/catalog/row.ts';
import { describeHeld } from '../../messages/catalog/held.ts';
import { DRIFT } from '../../messages/drift-messages.ts';
import { editWords } from '../../messages/edit-messages.ts';
import { joined, plainText, say, type Message, type Phrase } from '../../messages/phrase.ts';
import { visibleLine } from '../text-layout.ts';
import { statusValues, valuesOfMove } from './values.ts';
import { fieldsOf } from './fold.ts';
import { withoutNames } from './group.ts';
import type { ComponentValues, Row } from './row.ts';
import { otherStatus, shownIn } from './shown-status.ts';

/** What to do about one campaign on a command line, where an apply needs no review. */
function putBackIn(campaign: DriftedCampaign, workspace: string): Phrase {
  const resumed = resumes(campaign) ? ' and resumes the campaign, so that it sends again' : '';
  return say`To keep it, ${keepLive(`${campaign.key} -w ${workspace}`)}. Otherwise, the next apply restores the file's values${resumed}.`;
}

/** Whether undoing the drift makes the campaign send again. */
export function resumes({ remedy }: DriftedCampaign): boolean {
  return remedy.kind === 'put-back' && remedy.resumes === true;
}

/** How a medium words what drift rows say besides the values. */
export interface DriftWords {
  /** What to do about a change that an apply would undo, if that is said elsewhere for all campaigns; it may be empty. */
  readonly putBack: Phrase | undefined;
  /** Why a campaign could not be read, and what to do. */
  readonly unread: (one: UnreadCampaign) => Message;
}

/**
 * What was changed in the service: the last recorded values, the values now, and what to do; and the campaigns that could
 * not be read. The same drift gives the same rows.
 */
export function driftRows({ drifted, unknown, workspace }: DriftReport, words: DriftWords): Row[] {
  return [
    ...drifted.map((one) => driftRow(one, workspace, words)),
    ...unknown.map((one): Row => {
      const message = words.unread(one);
      return {
        ...({ kind: 'drift', subject: one.key, mark: 'unknown', live: '–', file: one.file } as const),
        ...{ head: 'unknown', ...message, facts: [], shared: message, aside: '', values: [] },
        like: plainText(joined(message.why, message.todo)),
      };
    }),
  ];
}

function driftRow(campaign: DriftedCampaign, workspace: string, words: DriftWords): Row {
  const { status, components, liveStatus, statusAs, file } = campaign;
  const edited = editedWords(campaign);
  const moved =
    status && statusValues(status.from, statusAs === undefined ? status.to : otherStatus(statusAs));
  const values = [
    ...(moved ? [moved] : []),
    ...components.map(({ name, observed, live }) => valuesOfMove(name, { before: observed, after: live })),
  ];
  const shared = todoFor(withoutNames(campaign, campaign), workspace, words);
  return {
    ...shownIn({ ...campaign, live: campaign }),
    ...({ kind: 'drift', mark: 'attention' } as const),
    place: file === null ? undefined : { file, line: undefined },
    head: liveStatus === null ? 'missing' : differing(values),
    why: [],
    todo: todoFor(campaign, workspace, words),
    facts: edited === '' ? [] : [visibleLine(edited)],
    shared: { why: [], todo: shared },
    aside: '',
    values,
    like: plainText(shared),
  };
}

/** `status: ACTIVE → PAUSED, subject line` */
function differing(values: readonly ComponentValues[]): string {
  return values
    .map((one) => {
      const [{ was = '', now = '' } = {}] = one.values;
      return one.name === 'status' ? `status: ${was} → ${now}` : fieldsOf([one]);
    })
    .join(', ');
}

function todoFor(campaign: DriftedCampaign, workspace: string, { putBack }: DriftWords): Phrase {
  const { remedy } = campaign;
  switch (remedy.kind) {
    case 'put-back':
      return putBack ?? putBackIn(campaign, workspace);
    case 'held':
      return joined(...remedy.held.map((one) => inOne(describeHeld(one, workspace))));
    case 'stopped':
      return DRIFT.stopped;
    case 'noted':
      return DRIFT.noted;
  }
}

/** A change of a status names no person: who edited it last may have done so before. */
function editedWords({ edit: last, unchangedAt, components }: DriftedCampaign): string {
  const edit = last && components.length === 0 ? { ...last, by: null } : last;
  if (!edit || (edit.by ?? edit.at) === null) return '';
  const isSame = unchangedAt === null || (edit.at !== null && utcMinute(edit.at) === utcMinute(unchangedAt));
  return `last edited ${editWords(edit)}${isSame ? '' : `; last seen unchanged on ${utcMinute(unchangedAt)}`}`;
}

/** `Changed outside of this repository: 2 of 6 campaigns.` */
export function driftSentence({ drifted, unknown, unrecorded, checked, named }: DriftReport): string {
  if (checked === 0)
    return unknown.length + unrecorded.length > 0
      ? 'No campaign could be compared.'
      : 'There is nothing to compare before the first apply.';
  if (drifted.length === 0) return `No drift in ${named ?? counted(checked, 'campaign')}.`;
  return `Changed outside of this repository: ${drifted.length} of ${counted(checked, 'campaign')}.`;
}

/** What a report could not compare, a sentence each. */
export function openSentences(report: DriftReport): string[] {
  const { unknown, orphaned, past, unreviewed, unrecorded, files } = report;
  const sentences: readonly (readonly [isSaid: boolean, words: string])[] = [
    [unreviewed.length > 0, `Merged, but not applied: ${listed(unreviewed)}. ${REVIEW_AGAIN}`],
    [
      unrecorded.length > 0,
      `Not compared, because no apply has recorded them: ${listed(unrecorded)}. The plan shows both values.`,
    ],
    [unknown.length > 0, `${counted(unknown.length, 'campaign')} could not be read: drift unknown.`],
    [orphaned.length > past, `Campaigns without a file that were not compared: ${orphaned.length - past}.`],
    [files !== 'read', 'Campaigns whose files have errors are compared with what was last applied.'],
  ];
  return sentences.flatMap(([isSaid, words]) => (isSaid ? [words] : []));
}

const NAMED_AT_MOST = 20;

function listed(keys: readonly string[]): string {
  return firstFew(keys.map(visibleLine), NAMED_AT_MOST);
}
