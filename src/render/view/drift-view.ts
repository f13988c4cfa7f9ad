import type { DriftedCampaign, DriftReport, Remedy } from '../../model/drift.ts';
import { viewOfMove, type ComponentView } from './component-view.ts';
import {
  describeHeldDrift,
  describeInFile,
  describeNoted,
  describeReadPart,
  STOPPED,
} from '../../messages/drift-messages.ts';
import { byCause, withoutNames, type Reported } from './one-cause.ts';
import { editWords } from '../../messages/edit-messages.ts';
import { keepUnpulled, pullFor, wayToKeep } from '../../messages/keep-live.ts';
import { command, joined, say, type Phrase } from '../../messages/phrase.ts';
import { counted, firstFew } from '../../model/show.ts';
import { otherStatus } from './shown-status.ts';
import { visibleLine } from '../text-layout.ts';
import { utcMinute } from '../../model/utc-words.ts';

/** What was changed in one campaign, for all renderers. */
export interface DriftView {
  readonly campaign: DriftedCampaign;
  /** What differs, by name: `status, utm_params`; `missing` for a campaign that is gone. */
  readonly headline: string;
  /** `ACTIVE`, then `PAUSED`; null if the status is unchanged. */
  readonly status: { readonly from: string; readonly to: string } | null;
  readonly components: readonly ComponentView[];
  /** `last edited by ada@example.com on 2031-01-01 08:00 UTC`; empty if the service doesn't say. */
  readonly edited: string;
  /** What will happen and what to do. */
  readonly advice: Advice;
}

/** Advice that several campaigns may share. */
interface Advice extends Reported<readonly Phrase[]> {
  /** Whether the next apply would restore the values of the file. */
  readonly isPutBack: boolean;
}

/** What to do about several campaigns, for one place below all of them. */
export interface SharedAdvice {
  readonly campaigns: readonly DriftedCampaign[];
  readonly words: readonly Phrase[];
}

/** The advice that at least `GROUP_AT_LEAST` campaigns share, except how to keep or undo a change that is restored. */
export function sharedAdvice(views: readonly DriftView[]): SharedAdvice[] {
  const open = views.filter(({ advice }) => !advice.isPutBack);
  const things = open.map(({ campaign, advice }) => ({ campaign, ...advice }));
  return byCause<readonly Phrase[], (typeof things)[number]>(things)
    .filter((cause) => cause.things.length > 1)
    .map((cause) => ({ campaigns: cause.things.map(({ campaign }) => campaign), words: cause.words }));
}

const SPELLED_AT_MOST = 5;

/** Without "otherwise", which would be about the sentence before it. */
const IF_NOTHING = 'If you do nothing';

/** What to do about several campaigns, shown once below them. */
export function putAllBackIn(workspace: string, drifted: readonly DriftedCampaign[]): Phrase {
  const restored = drifted.filter(({ remedy }) => remedy.kind === 'put-back');
  const resumed = drifted.filter(resumes).map(({ key }) => key);
  const pulled = restored.filter(({ unpulled }) => !unpulled?.isAll).map(({ key }) => key);
  // Without keys, a pull also writes the other changes.
  const keys = pulled.length > SPELLED_AT_MOST ? '' : `${pulled.join(' ')} `;
  const start =
    resumed.length === 0
      ? ''
      : ` and resumes ${listed(resumed)}, which then ${resumed.length === 1 ? 'sends' : 'send'} again`;
  const [these, otherwise] = restored.some(({ unpulled }) => unpulled)
    ? ['the other', IF_NOTHING]
    : ['these', 'Otherwise'];
  const keep =
    pulled.length === 0
      ? []
      : say`To keep ${these} changes, write them into the files: ${command(`campaigns pull ${keys}-w ${workspace}`, 'pull them.')} `;
  return say`${keep}${otherwise}, the next apply restores the files' values${start}.`;
}

/** What to do about one campaign on a command line, where an apply needs no review. */
function putBackIn(campaign: DriftedCampaign, workspace: string): Phrase {
  const isAlsoEdited = campaign.components.length > 0;
  const undo = resumes(campaign)
    ? `${isAlsoEdited ? "restores the file's values and " : ''}resumes it, so that it sends again`
    : "restores the file's value";
  const args = `${campaign.key} -w ${workspace}`;
  const inFile = alreadyInFile(campaign);
  const it = inFile.length > 0 ? 'the rest' : 'it';
  if (!campaign.unpulled)
    return joined(
      inFile,
      say`To keep ${it}, write it into the file: ${command(`campaigns pull ${args}`, 'pull it.')} Otherwise, the next apply ${undo}.`,
    );
  const way = wayToKeep('the new value', campaign);
  return joined(
    inFile,
    say`To keep ${it}, ${way.write}.${way.more}${pullFor(way, args)} ${IF_NOTHING}, the next apply ${undo}.`,
  );
}

/** Which of the new values a pull, or a person, has written into the file already. */
function alreadyInFile({ remedy }: DriftedCampaign): Phrase {
  return remedy.kind === 'put-back' && remedy.inFile ? describeInFile(remedy.inFile) : [];
}

/** Whether undoing the drift makes the campaign send again. */
export function resumes({ remedy }: DriftedCampaign): boolean {
  return remedy.kind === 'put-back' && remedy.resumes === true;
}

/**
 * One campaign's drift: its last recorded values, its values now, and what to do. `pointer`: where the advice for a
 * change that an apply could undo is shown, if that is elsewhere; it may be empty.
 */
export function describeDrift(campaign: DriftedCampaign, workspace: string, pointer?: Phrase): DriftView {
  const { status, components, liveStatus, statusAs, unpulled } = campaign;
  const putBack = pointer
    ? joined(alreadyInFile(campaign), pointer, unpulled ? keepUnpulled(unpulled) : [])
    : putBackIn(campaign, workspace);
  const names = [...(status ? ['status'] : []), ...components.map(({ name }) => name)];
  return {
    campaign,
    headline: liveStatus === null ? 'missing' : names.join(', '),
    status: status && statusAs !== undefined ? { ...status, to: otherStatus(statusAs) } : status,
    components: components.map(({ name, observed, live }) =>
      viewOfMove(name, { before: observed, after: live }),
    ),
    edited: editedWords(campaign),
    advice: adviceFor(campaign, { workspace, putBack }),
  };
}

/** A change of a status names no person: who edited it last may have done so before. */
function editedWords({ edit: last, unchangedAt, components }: DriftedCampaign): string {
  const edit = last && components.length === 0 ? { ...last, by: null } : last;
  if (!edit || (edit.by ?? edit.at) === null) return '';
  const isSame = unchangedAt === null || (edit.at !== null && utcMinute(edit.at) === utcMinute(unchangedAt));
  return `last edited ${editWords(edit)}${isSame ? '' : `; last seen unchanged on ${utcMinute(unchangedAt)}`}`;
}

function adviceFor(campaign: DriftedCampaign, context: AdviceContext): Advice {
  const shared = withoutNames(campaign.remedy, campaign);
  return {
    words: wordsFor(campaign.remedy, context),
    shared: wordsFor(shared, context),
    isPutBack: campaign.remedy.kind === 'put-back',
  };
}

interface AdviceContext {
  readonly workspace: string;
  readonly putBack: Phrase;
}

function wordsFor(remedy: Remedy, { workspace, putBack }: AdviceContext): readonly Phrase[] {
  switch (remedy.kind) {
    case 'put-back':
      return putBack.length === 0 ? [] : [putBack];
    case 'held':
      return remedy.held.map((one) => describeHeldDrift(one, workspace));
    case 'stopped':
      return [STOPPED];
    case 'noted':
      return [describeNoted(remedy)];
  }
}

/** `2 of 6 campaigns were changed outside of this repository.` */
export function driftSentence(report: DriftReport): string {
  const { drifted, unknown, unrecorded, checked, named } = report;
  if (checked === 0)
    return unknown.length + unrecorded.length > 0
      ? 'No campaign could be compared.'
      : 'There is nothing to compare before the first apply.';
  if (drifted.length === 0) return `No drift in ${named ?? counted(checked, 'campaign')}.`;
  return `${drifted.length} of ${counted(checked, 'campaign')} ${drifted.length === 1 ? 'was' : 'were'} changed outside of this repository.`;
}

/** What a report could not compare, a sentence each. */
export function openSentences(report: DriftReport): string[] {
  const { unknown, orphaned, past, unreviewed, unrecorded, files, part } = report;
  const left = orphaned.length - past;
  return [
    ...(part ? [describeReadPart(part)] : []),
    ...(unreviewed.length === 0 ? [] : [unreviewedSentence(unreviewed)]),
    ...(unrecorded.length === 0 ? [] : [unrecordedSentence(unrecorded)]),
    ...(unknown.length === 0
      ? []
      : [
          `${counted(unknown.length, 'campaign')} could not be read, so drift in ${them(unknown)} is unknown.`,
        ]),
    ...(left === 0
      ? []
      : [`${counted(left, 'campaign')} without a file ${left === 1 ? 'was' : 'were'} not compared.`]),
    ...(files === 'read'
      ? []
      : ['Some campaign files have errors. Their campaigns are compared with what was last applied.']),
  ];
}

function them({ length }: readonly unknown[]): string {
  return length === 1 ? 'it' : 'them';
}

function unrecordedSentence(keys: readonly string[]): string {
  const [differs, was] =
    keys.length === 1 ? ['differs from its file', 'it was'] : ['differ from their files', 'they were'];
  return `${counted(keys.length, 'campaign')} ${differs} in something that no apply has recorded, so ${was} not compared: ${listed(keys)}. The plan shows both the live values and the values in the files.`;
}

const NAMED_AT_MOST = 20;

function unreviewedSentence(keys: readonly string[]): string {
  const [has, its] = keys.length === 1 ? ['has', 'its file'] : ['have', 'their files'];
  return `${counted(keys.length, 'campaign')} ${has} merged changes that no reviewed plan showed, so they are not applied: ${listed(keys)}. Open a pull request that edits ${its} in any way. Its plan shows the pending changes, and merging it applies them.`;
}

function listed(keys: readonly string[]): string {
  return firstFew(keys.map(visibleLine), NAMED_AT_MOST);
}
