import { messageFor } from '../../messages/catalog/row.ts';
import type { CampaignId, CampaignKey } from '../../model/campaign.ts';
import { place as placeIn } from '../../model/diagnostic.ts';
import { isUnseen, type Failed } from '../../model/failure.ts';
import { groupBy } from '../../model/grouping.ts';
import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import { newDrafts, resumeAt, type Applied, type Result } from '../../model/result.ts';
import { counted, utcFrom } from '../../model/show.ts';
import { PAST_TENSE } from '../../messages/advice.ts';
import { FAILURES, STALE } from '../../messages/catalog/failures.ts';
import { describeHeld } from '../../messages/catalog/held.ts';
import { describeUrgentNote, isUrgent, type UrgentNote } from '../../messages/catalog/notes.ts';
import { STEP_FAILURES } from '../../messages/catalog/steps.ts';
import { nextRun } from '../../messages/comment-messages.ts';
import { componentName } from '../../messages/field-names.ts';
import {
  code,
  firstPlace,
  joined,
  plainTextOnGitHub,
  say,
  strong,
  type Message,
  type Phrase,
} from '../../messages/phrase.ts';
import { BY_EARLIER_RUN, quotaWords } from '../../messages/run-messages.ts';
import { visibleLine } from '../text-layout.ts';
import { attentionRows, warningRow } from './attention-rows.ts';
import { namesOf, withoutNames } from './group.ts';
import { rowFor, statusOf, type Row } from './row.ts';

/** Why something was not applied, in the words of the result document. */
export type IssueHead = 'failed' | 'stale' | 'blocked' | 'unconfirmed' | 'deferred';

/** For the heads that need no attention. */
const MARKS: Readonly<Partial<Record<IssueHead, Row['mark']>>> = { failed: 'failed', deferred: 'waiting' };

/**
 * What a run did not do or could not confirm, the worst first, and what still matters of what the plan showed. `review`: what
 * to do about an unreviewed campaign; if omitted, what its cause says.
 */
export function resultRows(
  result: Result,
  { plan, review }: Pick<EndedRun, 'plan'> & { readonly review?: Phrase },
): Row[] {
  const { failed, stale, unconfirmed, held, deferred, workspace } = result;
  const planned = new Map(plan?.campaigns.map((one) => [one.key, one]));
  const row = (key: CampaignKey, head: IssueHead, words: Message, shared = words): Row => {
    const campaign = planned.get(key);
    const place = firstPlace(words.why);
    const blocked = head === 'blocked' && campaign && !place ? attentionRows(campaign, workspace) : [];
    const shown = { subject: key, live: campaign ? statusOf(campaign) : '', file: campaign?.file ?? null };
    return rowFor(shown, {
      kind: 'issue',
      mark: MARKS[head] ?? 'attention',
      head,
      ...words,
      shared,
      place: blocked.find(({ kind }) => kind === 'blocked')?.place,
      // The words for several campaigns leave the place out.
      aside: place && !firstPlace(shared.why) ? placeIn(place) : '',
    });
  };
  const failure = ({ cause }: Failed) => messageFor(FAILURES, { ...cause, workspace });
  return [
    ...failed.map((one) =>
      row(one.key, isUnseen(one) ? 'unconfirmed' : 'failed', failure(one), failure(withoutPlaces(one))),
    ),
    ...stale.map((one) => row(one.key, 'stale', messageFor(STALE, { ...one.cause, workspace }))),
    ...held.map((one) => {
      const todo = one.reason === 'not-reviewed' && review ? { todo: review } : {};
      const bare = withoutNames(one, namesOf(one.cause, { key: one.key }));
      const words = { ...describeHeld(one, workspace), ...todo };
      return row(one.key, 'blocked', words, { ...describeHeld(bare, workspace), ...todo });
    }),
    ...unconfirmed.map((one) =>
      row(one.key, 'unconfirmed', describeUrgentNote({ kind: 'unconfirmed', ...one }, { ...one, workspace })),
    ),
    ...deferred.map(({ key, cause, resumeAt }) => {
      const words = { why: say`Waits for ${quotaWords(cause)}.`, todo: nextRun(workspace) };
      const until = `until ${utcFrom(Date.parse(resumeAt))}`;
      const own = { ...words, why: say`Waits for ${quotaWords(cause)} ${until}.` };
      return { ...row(key, 'deferred', own, words), aside: until };
    }),
    ...[...planned.values()].flatMap((one) => notedRows(one, result)),
  ];
}

/** A refusal with the same complaints about another file. */
function withoutPlaces(failed: Failed): Failed {
  const bare = withoutNames(failed, failed);
  const { cause } = bare;
  if (cause.code !== 'refused') return bare;
  const complaints = cause.complaints.map((one) => ({ ...one, place: undefined }));
  return { ...bare, cause: { ...cause, complaints } };
}

/** Notes that matter after an apply, too: what was sent in spite of them can still be paused. */
const AFTER_APPLY: readonly UrgentNote['kind'][] = ['moved-by-hand', 'same-name', 'starts-soon'];

/** What can still be done about it doesn't depend on the apply. */
const ALWAYS: readonly UrgentNote['kind'][] = ['too-late-to-stop', 'still-sending', 'still-paused'];

/** What needed attention in campaigns that a run has changed or couldn't stop, which the result itself doesn't say. */
function notedRows(campaign: PlannedCampaign, { applied, workspace }: Result): Row[] {
  const isChanged = applied.some(({ key }) => key === campaign.key);
  return campaign.notes
    .filter(isUrgent)
    .filter(({ kind }) => ALWAYS.includes(kind) || (AFTER_APPLY.includes(kind) && isChanged))
    .map((note) => {
      const row = warningRow(note, campaign, workspace);
      if (ALWAYS.includes(note.kind)) return { ...row, kind: 'issue' };
      // What to do before the apply isn't what to do after it.
      return { ...row, kind: 'issue', todo: [], shared: { ...row.shared, todo: [] } };
    });
}

/** What a run sent, a row for each campaign, with the campaign's ID. `dashboardOf`: its page in the service. */
export function doneRows(
  result: Result,
  plan: Pick<Plan, 'campaigns'> | undefined,
  dashboardOf: (id: CampaignId) => string | undefined,
): Row[] {
  const drafts = new Set(newDrafts(result));
  return groupBy(result.applied, ({ key }) => key).flatMap((steps) => {
    const [first] = steps;
    if (!first) return [];
    const { key, campaignId } = first;
    const campaign = plan?.campaigns.find((one) => one.key === key);
    const shown = {
      ...{ subject: key, file: campaign?.file ?? null, live: campaign ? statusOf(campaign) : '–' },
      dashboard: dashboardOf(campaignId),
    };
    const done = steps.map((step) => doneWords(step, campaign)).join(', then ');
    const head = `${done}${drafts.has(key) ? ', a draft, not sending' : ''}`;
    return [rowFor(shown, { kind: 'done', mark: 'done', head, why: say`${code(campaignId)}`, like: key })];
  });
}

function doneWords({ change, components, isRecovered }: Applied, campaign?: PlannedCampaign): string {
  // The plan has only what this run was to send.
  const transition = isRecovered ? undefined : campaign?.transition;
  const words = {
    create: 'created',
    update: `updated ${components.map(componentName).join(', ')}`,
    transition: transition ? PAST_TENSE[transition.action] : 'status changed',
  }[change];
  return isRecovered ? `${words}${BY_EARLIER_RUN}` : words;
}

/** How an apply ended, as its caller knows it. */
export interface EndedRun {
  readonly result: Result;
  /** The action's word for how it ended: `complete`, `deferred`, `held`, `superseded` … */
  readonly outcome?: string;
  /** The plan that campaigns without a file come from; undefined where there was none. */
  readonly plan?: Plan | undefined;
}

/** GitHub takes 140 characters for the description of a commit's status. */
const HEADLINE_CHARS = 140;

/** What a run did and didn't do, in a sentence, or why it did nothing. */
export function resultSentence(run: EndedRun): Phrase {
  const ending = conclusionOf(run);
  const tally = partsOf(run).flatMap((part, at) => (at === 0 ? part : say`; ${part}`));
  if (!ending) return say`${tally}.`;
  // Changes that were applied before the run was refused are counted, too.
  return joined(
    [strong(plainTextOnGitHub(ending.why))],
    ending.todo,
    isEmpty(run.result) ? [] : say`${tally}.`,
  );
}

/** The result for the description of a commit's status: plain text of at most 140 characters. */
export function headline(run: EndedRun): string {
  const ending = conclusionOf(run);
  if (ending) return plainTextOnGitHub(ending.why);
  const parts = partsOf(run).map((part) => visibleLine(plainTextOnGitHub(part)));
  const whole = `${parts.join('; ')}.`;
  if (whole.length <= HEADLINE_CHARS) return whole;
  const kept = parts.filter((_, at) => parts.slice(0, at + 1).join('; ').length + 2 <= HEADLINE_CHARS);
  return `${kept.join('; ')} …`;
}

/** What happened to a run that was refused as a whole, and what to do about it. */
function conclusionOf({ result, outcome }: EndedRun): Message | undefined {
  if (outcome === 'superseded')
    return { why: say`Superseded: a newer commit has already been applied.`, todo: [] };
  if (result.refused) return messageFor(STEP_FAILURES, { code: 'run-refused', refusal: result.refused });
  if (result.endedEarly === undefined) return undefined;
  if (result.endedEarly === 'stale')
    return {
      why: say`Stale: nothing was sent.`,
      todo: say`The files or the live campaigns changed after the review. Run plan again, and review the new plan.`,
    };
  // A git that fails midway ends a run without a result, too.
  return { why: say`The run failed.`, todo: say`Its log says why. The next run checks what was sent.` };
}

function isEmpty({ applied, deferred, failed, stale, held, unconfirmed }: Result): boolean {
  return [applied, deferred, failed, stale, held, unconfirmed].every(({ length }) => length === 0);
}

/** `**Applied 3 of 5** changes in production`, `**1 deferred** until 2031-01-01 11:00 UTC`, `**1 failed**` */
function partsOf({ result, plan }: EndedRun): Phrase[] {
  const recorded = keysOf(result.applied.filter((one) => one.isRecovered)).size;
  const drafts = newDrafts(result).length;
  const until = resumeAt(result);
  const isMoved = (key: CampaignKey) =>
    result.applied.some((one) => one.key === key && one.change === 'transition' && !one.isRecovered);
  const moves = (plan?.campaigns ?? []).flatMap(({ key, transition }) =>
    transition && isMoved(key) ? [PAST_TENSE[transition.action]] : [],
  );
  const issues = groupBy(resultRows(result, { plan }), ({ head }) => head).map((same) => {
    const head = same[0]?.head ?? '';
    const isDeferred = head === ('deferred' satisfies IssueHead) && until !== null;
    const count = new Set(same.map(({ subject }) => subject)).size;
    return say`${strong(`${count} ${head}`)}${isDeferred ? ` until ${utcFrom(Date.parse(until), 'minute')}` : ''}`;
  });
  return [
    appliedPart({ result, plan }, issues),
    ...(recorded > 0 ? [say`recorded ${counted(recorded, 'change')} from an earlier run`] : []),
    ...[...new Set(moves)].map((move) => say`${moves.filter((one) => one === move).length} ${move}`),
    ...(drafts > 0 ? [say`${counted(drafts, 'draft')} created: not sending`] : []),
    ...issues,
  ];
}

/**
 * In changes: everything that a plan does to one campaign is one change. It is applied if every request of it was sent, and a
 * change whose outcome could not be recorded was made.
 */
function appliedPart({ result, plan }: EndedRun, issues: readonly Phrase[]): Phrase {
  const { deferred, stale, held, unconfirmed, failed, workspace } = result;
  const now = result.applied.filter((one) => !one.isRecovered);
  const done = keysOf(now);
  const steps = new Map(plan?.campaigns.map((one) => [one.key, one.steps.length]));
  const isLeft = ({ key }: Pick<Applied, 'key'>) =>
    (steps.get(key) ?? 0) > now.filter((one) => one.key === key).length;
  const isMade = ({ key, cause }: Result['failed'][number]) =>
    cause.code === 'not-recorded' && cause.outcome !== 'nothing-sent' && done.has(key);
  const open = keysOf([
    ...[...deferred, ...stale, ...failed.filter((one) => !isMade(one))],
    ...[...held.filter(({ reason }) => reason !== 'not-reviewed'), ...unconfirmed].filter(isLeft),
  ]);
  const total = new Set([...done, ...open]).size;
  const nothing = issues.length === 0 && result.applied.length === 0 ? 'Nothing to do' : 'Applied nothing';
  if (total === 0) return say`${strong(nothing)} in ${workspace}`;
  const whole = [...done].filter((key) => !open.has(key)).length;
  const part = whole < done.size ? `, ${done.size - whole} in part` : '';
  const count = whole < total ? `${whole} of ${total}` : String(total);
  return say`${strong(`Applied ${count}`)} ${total === 1 ? 'change' : 'changes'} in ${workspace}${part}`;
}

function keysOf(all: readonly Pick<Applied, 'key'>[]): Set<CampaignKey> {
  return new Set(all.map(({ key }) => key));
}
