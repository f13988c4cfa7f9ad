import type { CampaignId, CampaignKey } from '../../model/campaign.ts';
import { place as placeIn } from '../../model/diagnostic.ts';
import { isUnseen, isUnsent, type Failed } from '../../model/failure.ts';
import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import { groupBy } from '../../model/grouping.ts';
import type { Applied, HeldChange, Result } from '../../model/result.ts';
import type { Action } from '../../model/transitions.ts';
import { utcFrom } from '../../model/utc-words.ts';
import { componentName } from '../../messages/component-names.ts';
import { newDrafts, nextRun } from '../../messages/outcome-messages.ts';
import { BY_EARLIER_RUN } from '../../messages/progress-messages.ts';
import { quotaWords } from '../../messages/quota-messages.ts';
import { describeFailure, describeStale } from '../../messages/catalog/failures.ts';
import { dottedName, isUrgent, type UrgentNote } from '../../messages/note-messages.ts';
import {
  code,
  firstPlace,
  joined,
  listed,
  plainText,
  say,
  type Message,
  type Phrase,
} from '../../messages/phrase.ts';
import { describeHeld } from '../../messages/catalog/held.ts';
import { attentionRows, warningRow } from './attention-rows.ts';
import { withoutNames, type OwnNames } from './group.ts';
import type { Row } from './row.ts';
import { statusOf } from './shown-status.ts';

interface ResultContext {
  /** What the run had planned; undefined if there was none. */
  readonly plan: Pick<Plan, 'campaigns'> | undefined;
  /** What to do about an unreviewed campaign; if omitted, what its cause says. */
  readonly review?: Phrase;
}

/** What a run did not do or could not confirm, the worst first, and what still matters of what the plan showed. */
export function resultRows(result: Result, { plan, review }: ResultContext): Row[] {
  const { failed, stale, unconfirmed, held, workspace } = result;
  const kept = keptInClone(result);
  const planned = new Map(plan?.campaigns.map((one) => [one.key, one]));
  const row = (key: CampaignKey, head: IssueHead, words: Message, shared = words): Row =>
    issueRow({ key, head, words, shared }, planned.get(key), workspace);
  return [
    ...failed.map((one) => {
      const head = kept.has(one) ? 'not recorded' : headOf(one);
      return row(
        one.key,
        head,
        describeFailure(one, workspace),
        describeFailure(withoutPlaces(one), workspace),
      );
    }),
    ...stale.map((one) => row(one.key, 'stale', describeStale(one, workspace))),
    ...held.map((one) => {
      const isUnreviewed = one.reason === 'not-reviewed';
      const todo = isUnreviewed && review ? { todo: review } : {};
      const words = (change: typeof one): Message => ({ ...describeHeld(change, workspace), ...todo });
      const shared = words(withoutNames(one, ownNames(one)));
      return row(one.key, isUnreviewed ? 'not reviewed' : 'blocked', words(one), shared);
    }),
    ...unconfirmed.map((one) => row(one.key, 'not confirmed', describeUnconfirmed(one))),
    ...result.deferred.map((one) => {
      const words = { why: say`Waits for ${quotaWords(one.cause)}.`, todo: nextRun(workspace) };
      const until = `until ${utcFrom(Date.parse(one.resumeAt))}`;
      const own = { ...words, why: say`Waits for ${quotaWords(one.cause)} ${until}.` };
      return { ...row(one.key, DEFERRED, own, words), aside: until };
    }),
    ...[...planned.values()].flatMap((one) => notedRows(one, result)),
  ];
}

export const DEFERRED = 'deferred';

export type IssueHead =
  | 'failed'
  | 'not sent'
  | 'not recorded'
  | 'stale'
  | 'blocked'
  | 'not reviewed'
  | 'not confirmed'
  | typeof DEFERRED;

function headOf(failed: Failed): IssueHead {
  if (isUnsent(failed)) return 'not sent';
  return isUnseen(failed) ? 'not confirmed' : 'failed';
}

interface Issue {
  readonly key: CampaignKey;
  readonly head: IssueHead;
  readonly words: Message;
  readonly shared: Message;
}

function issueRow(
  { key, head, words, shared }: Issue,
  planned: PlannedCampaign | undefined,
  workspace: string,
): Row {
  const place = firstPlace(words.why);
  const blocked = head === 'blocked' && planned && !place ? attentionRows(planned, workspace) : [];
  return {
    kind: 'issue',
    subject: key,
    mark:
      head === 'failed' || head === 'not recorded' ? 'failed' : head === DEFERRED ? 'waiting' : 'attention',
    live: planned ? statusOf(planned) : '',
    file: planned?.file ?? null,
    place: blocked.find(({ kind }) => kind === 'blocked')?.place,
    head,
    ...words,
    facts: [],
    shared,
    // The words for several campaigns leave the place out.
    aside: place && !firstPlace(shared.why) ? placeIn(place) : '',
    values: [],
    like: plainText(joined(shared.why, shared.todo)),
  };
}

/** A refusal with the same complaints about another file. */
function withoutPlaces(failed: Failed): Failed {
  const bare = withoutNames(failed, failed);
  const { cause } = bare;
  if (cause.code !== 'refused') return bare;
  return {
    ...bare,
    cause: { ...cause, complaints: cause.complaints.map((one) => ({ ...one, place: undefined })) },
  };
}

function ownNames({ key, cause }: HeldChange): OwnNames & { readonly key: CampaignKey } {
  return {
    key,
    file: 'file' in cause && typeof cause.file === 'string' ? cause.file : undefined,
    campaignId: 'campaignId' in cause ? cause.campaignId : undefined,
    former: cause.code === 'renamed' ? cause.orphan : undefined,
  };
}

/** Failures to record what was sent: the change itself was made. */
export function keptInClone({
  applied,
  failed,
}: Pick<Result, 'applied' | 'failed'>): Set<Result['failed'][number]> {
  const done = new Set(applied.map(({ key }) => key));
  return new Set(
    failed.filter((one) => one.cause.code === 'not-recorded' && !isUnsent(one) && done.has(one.key)),
  );
}

function describeUnconfirmed({ component, paths }: Result['unconfirmed'][number]): Message {
  const fields = paths.length === 0 ? [component] : paths.map((path) => dottedName(component, path));
  return {
    why: say`The change was sent, but the service doesn't show ${listed(fields.map(code))} as it was sent.`,
    todo: say`Check the campaign in the service. The change isn't sent again until the file or the live campaign changes.`,
  };
}

/** Notes that matter after an apply, too: what was sent in spite of them can still be paused. */
const AFTER_APPLY: readonly UrgentNote['kind'][] = ['moved-by-hand', 'same-name', 'starts-soon'];

/** What can still be done about it doesn't depend on the apply. */
const ALWAYS: readonly UrgentNote['kind'][] = ['too-late-to-stop', 'still-sending'];

/** What needed attention in campaigns that a run has changed or couldn't stop, which the result itself doesn't say. */
function notedRows(campaign: PlannedCampaign, { applied, workspace }: Result): Row[] {
  const isChanged = () => applied.some(({ key }) => key === campaign.key);
  return campaign.notes
    .filter(isUrgent)
    .filter(({ kind }) => ALWAYS.includes(kind) || (AFTER_APPLY.includes(kind) && isChanged()))
    .map((note) => {
      const row = warningRow(note, campaign, workspace);
      // What to do before the apply isn't what to do after it.
      const todo = ALWAYS.includes(note.kind) ? row.todo : [];
      const shared = { ...row.shared, ...(todo.length === 0 && { todo }) };
      return { ...row, kind: 'issue', todo, shared };
    });
}

const DONE: Readonly<Record<Action, string>> = {
  PUBLISH: 'published',
  PAUSE: 'paused',
  RESUME: 'resumed',
  STOP: 'stopped',
};

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
    const words = { why: say`${code(campaignId)}`, todo: [] };
    const done = steps.map((step) => doneWords(step, campaign)).join(', then ');
    return [
      {
        ...({ kind: 'done', mark: 'done', subject: key, file: campaign?.file ?? null } as const),
        live: campaign ? statusOf(campaign) : '–',
        dashboard: dashboardOf(campaignId),
        head: `${done}${drafts.has(key) ? ', a draft, not sending' : ''}`,
        ...words,
        ...{ facts: [], shared: words, aside: '', values: [], like: key },
      },
    ];
  });
}

function doneWords(step: Applied, campaign: PlannedCampaign | undefined): string {
  const { change, components, isRecovered } = step;
  // The plan has only what this run was to send.
  const planned = isRecovered ? undefined : campaign;
  const words = {
    create: `created${planned?.desired ? ` (${planned.desired.channel})` : ''}`,
    update: `updated ${plainText(listed(components.map(componentName)))}`,
    transition: planned?.transition ? DONE[planned.transition.action] : 'status changed',
  }[change];
  return isRecovered ? `${words}${BY_EARLIER_RUN}` : words;
}
