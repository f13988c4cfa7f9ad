import type { CampaignId, CampaignKey } from '../../model/campaign.ts';
import { place as placeIn } from '../../model/diagnostic.ts';
import { isUnseen, type Failed } from '../../model/failure.ts';
import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import { groupBy } from '../../model/grouping.ts';
import { newDrafts, type Applied, type Result } from '../../model/result.ts';
import { utcFrom } from '../../model/show.ts';
import { PAST_TENSE } from '../../messages/advice.ts';
import { describeFailure, describeStale } from '../../messages/catalog/failures.ts';
import { describeHeld } from '../../messages/catalog/held.ts';
import { describeUrgentNote, isUrgent, type UrgentNote } from '../../messages/catalog/notes.ts';
import { componentName } from '../../messages/field-names.ts';
import { nextRun } from '../../messages/comment-messages.ts';
import { code, firstPlace, say, type Message, type Phrase } from '../../messages/phrase.ts';
import { BY_EARLIER_RUN, quotaWords } from '../../messages/run-messages.ts';
import { attentionRows, warningRow } from './attention-rows.ts';
import { namesOf, withoutNames } from './group.ts';
import { rowFor, statusOf, type Row } from './row.ts';

interface ResultContext {
  /** What the run had planned; undefined if there was none. */
  readonly plan: Pick<Plan, 'campaigns'> | undefined;
  /** What to do about an unreviewed campaign; if omitted, what its cause says. */
  readonly review?: Phrase;
}

/** Why something was not applied, in the words of the result document. */
export type IssueHead = 'failed' | 'stale' | 'blocked' | 'unconfirmed' | 'deferred';

const MARKS = {
  failed: 'failed',
  stale: 'attention',
  blocked: 'attention',
  unconfirmed: 'attention',
  deferred: 'waiting',
} as const satisfies Readonly<Record<IssueHead, Row['mark']>>;

/** What a run did not do or could not confirm, the worst first, and what still matters of what the plan showed. */
export function resultRows(result: Result, { plan, review }: ResultContext): Row[] {
  const { failed, stale, unconfirmed, held, deferred, workspace } = result;
  const planned = new Map(plan?.campaigns.map((one) => [one.key, one]));
  const row = (key: CampaignKey, head: IssueHead, words: Message, shared = words): Row => {
    const campaign = planned.get(key);
    const place = firstPlace(words.why);
    const blocked = head === 'blocked' && campaign && !place ? attentionRows(campaign, workspace) : [];
    const shown = { subject: key, live: campaign ? statusOf(campaign) : '', file: campaign?.file ?? null };
    return rowFor(shown, {
      kind: 'issue',
      mark: MARKS[head],
      head,
      ...words,
      shared,
      place: blocked.find(({ kind }) => kind === 'blocked')?.place,
      // The words for several campaigns leave the place out.
      aside: place && !firstPlace(shared.why) ? placeIn(place) : '',
    });
  };
  return [
    ...failed.map((one) => {
      const shared = describeFailure(withoutPlaces(one), workspace);
      return row(one.key, isUnseen(one) ? 'unconfirmed' : 'failed', describeFailure(one, workspace), shared);
    }),
    ...stale.map((one) => row(one.key, 'stale', describeStale(one, workspace))),
    ...held.map((one) => {
      const todo = one.reason === 'not-reviewed' && review ? { todo: review } : {};
      const words = (change: typeof one): Message => ({ ...describeHeld(change, workspace), ...todo });
      return row(
        one.key,
        'blocked',
        words(one),
        words(withoutNames(one, namesOf(one.cause, { key: one.key }))),
      );
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
const ALWAYS: readonly UrgentNote['kind'][] = ['too-late-to-stop', 'still-sending'];

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
