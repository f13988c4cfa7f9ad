import type { DriftedCampaign, DriftReport } from '../../model/drift.ts';
import { counted, firstFew, utcMinute } from '../../model/show.ts';
import { keepLive, REVIEW_AGAIN, editWords } from '../../messages/advice.ts';
import { problemText } from '../../messages/catalog/faults.ts';
import { inOne } from '../../messages/catalog/row.ts';
import { describeHeld } from '../../messages/catalog/held.ts';
import { DRIFT } from '../../messages/comment-messages.ts';
import { joined, perMedium, plainText, say, type Phrase } from '../../messages/phrase.ts';
import { describeLeft, describePullNote } from '../../messages/rewrite-messages.ts';
import type { LeftReason, PulledCampaign, PulledPart } from '../../model/pull.ts';
import { visibleLine } from '../text-layout.ts';
import { valuesOfMove } from './values.ts';
import { fieldsOf, withoutNames } from './group.ts';
import { otherStatus, rowFor, shownIn, type ComponentValues, type Row } from './row.ts';

/** Whether undoing the drift makes the campaign send again. */
export function resumes({ remedy }: DriftedCampaign): boolean {
  return remedy.kind === 'put-back' && remedy.resumes === true;
}

/**
 * What was changed in the service: the last recorded values, the values now, and what to do; and the campaigns that could
 * not be read. The same drift gives the same rows: on GitHub, without why a campaign could not be read.
 */
export function driftRows({ drifted, unknown, workspace }: DriftReport): Row[] {
  return [
    ...drifted.map((one) => driftRow(one, workspace)),
    ...unknown.map(({ key, file, problem }) =>
      rowFor(
        { subject: key, live: '–', file },
        {
          ...({ kind: 'drift', mark: 'unknown', head: 'unknown' } as const),
          why: perMedium(visibleLine(problemText(problem)), DRIFT.notRead),
          todo: perMedium('', DRIFT.readAgain),
        },
      ),
    ),
  ];
}

function driftRow(campaign: DriftedCampaign, workspace: string): Row {
  const { status, components, liveStatus, statusAs, file } = campaign;
  const edited = editedWords(campaign);
  const parts: PulledPart[] = components.map(({ name, observed, live }) => ({
    name,
    before: observed,
    after: live,
  }));
  if (status) {
    const after = { status: statusAs === undefined ? status.to : otherStatus(statusAs) };
    parts.unshift({ name: 'status', before: { status: status.from }, after });
  }
  const values = parts.map(valuesOfMove);
  return rowFor(shownIn({ ...campaign, live: campaign }), {
    ...({ kind: 'drift', mark: 'attention' } as const),
    place: file === null ? undefined : { file, line: undefined },
    head: liveStatus === null ? 'missing' : differing(values),
    todo: todoFor(campaign, workspace),
    facts: edited === '' ? [] : [{ words: visibleLine(edited) }],
    shared: { why: [], todo: todoFor(withoutNames(campaign, campaign), workspace) },
    values,
  });
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

function todoFor(campaign: DriftedCampaign, workspace: string): Phrase {
  const { remedy } = campaign;
  switch (remedy.kind) {
    case 'put-back':
      // On a command line, an apply needs no review.
      return perMedium(
        say`To keep it, ${keepLive(`${campaign.key} -w ${workspace}`)}. Otherwise, the next apply restores the file's values${resumes(campaign) ? ' and resumes the campaign, so that it sends again' : ''}.`,
        DRIFT.keepOrUndoBelow,
      );
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
  const { unknown, orphaned, past, unreviewed, unrecorded, unpublished, files } = report;
  const sentences: readonly (readonly [isSaid: boolean, words: string])[] = [
    [unreviewed.length > 0, `Merged, but not applied: ${listed(unreviewed)}. ${REVIEW_AGAIN}`],
    [
      unrecorded.length > 0,
      `Not compared, because no apply has recorded them: ${listed(unrecorded)}. The plan shows both values.`,
    ],
    [
      unpublished.length > 0,
      `Not live, because a draft version has edits: ${listed(unpublished)}. Check the draft in the service, then publish or delete it there.`,
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

/** What a pull writes into the files of a campaign, or leaves out and why. */
export function pullRow(campaign: PulledCampaign): Row {
  const { key, file, files, parts, edit, notes, reasons } = campaign;
  const values = parts.map(valuesOfMove);
  const edited = edit ? [`last edited ${editWords(edit)}`] : [];
  const words = reasons.map((reason) => describeLeft(reason, key));
  return rowFor(shownIn(campaign), {
    ...({ kind: 'drift', mark: reasons.length > 0 ? 'attention' : 'update' } as const),
    head: fieldsOf(values) || 'not pulled',
    why: once([...notes.map(describePullNote), ...words.map(({ why }) => why)]),
    todo: once(words.map(({ todo }) => todo)),
    place: { file, line: undefined },
    facts: [...files.filter((one) => one !== file), ...edited].map((words) => ({
      words: visibleLine(words),
    })),
    ...{ values: [...values, ...reasons.flatMap(sidesOf)], like: key },
  });
}

/** Both sides of a conflict, each compared with the last applied value. */
function sidesOf(reason: LeftReason): ComponentValues[] {
  if (reason.code !== 'conflict') return [];
  const { part: name, applied: before, file, live } = reason;
  return [
    { ...valuesOfMove({ name, before, after: live }), cause: 'in the service' },
    { ...valuesOfMove({ name, before, after: file }), cause: 'in the file' },
  ];
}

/** Sentences one after the other, each once. */
function once(sentences: readonly Phrase[]): Phrase {
  return joined(...new Map(sentences.map((one) => [plainText(one), one])).values());
}
