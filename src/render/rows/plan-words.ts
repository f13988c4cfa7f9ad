import { describeHeld } from '../../messages/catalog/held.ts';
import { inOne } from '../../messages/catalog/row.ts';
import { joined, listed, say, strong, type Phrase } from '../../messages/phrase.ts';
import {
  isMoved,
  summarize,
  type CreationSchedule,
  type Plan,
  type PlannedCampaign,
  type Step,
} from '../../model/plan.ts';
import { counted, firstFew, grouped, utcFrom } from '../../model/show.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../model/time.ts';
import { isEmergencyStop, type Action } from '../../model/transitions.ts';
import { publishesAtOnce, sectionsOf } from './plan-rows.ts';
import type { Row } from './row.ts';

// What is said about a plan as a whole, around its rows.

/** What a plan does, and to how many campaigns. */
interface Deed {
  /** `create`, and in a sentence `creates`. */
  readonly verb: string;
  readonly count: number;
  /** By the guard, which lets only emergency stops through. */
  readonly isRefused: boolean;
}

/** Creations and updates, then transitions by name, without those that affect no campaign. */
export function deedsOf({ campaigns, guard }: Plan): Deed[] {
  const deed = (verb: string, isOne: (campaign: PlannedCampaign) => boolean, action?: Action): Deed => ({
    verb,
    count: campaigns.filter(isOne).length,
    isRefused: guard !== undefined && !(action && isEmergencyStop(action)),
  });
  return [
    deed('create', ({ verdict, transition }) => verdict === 'create' && !transition),
    deed('create and publish', ({ verdict, transition }) => verdict === 'create' && transition !== null),
    deed('update', ({ verdict }) => verdict === 'update'),
    ...(['PAUSE', 'PUBLISH', 'RESUME', 'STOP'] as const).map((action) =>
      deed(
        action.toLowerCase(),
        ({ verdict, transition }) => verdict !== 'create' && transition?.action === action,
        action,
      ),
    ),
  ].filter(({ count }) => count > 0);
}

/** `creates and publishes` */
function third(verb: string): string {
  return verb.replace(/publish$/, '$&e').replace(/create(?= and)|$/g, '$&s');
}

/** What a plan does as one sentence: `Merging this creates 1 and pauses 2 campaigns. 1 needs attention. 14 stay unchanged.` */
export function planSentence(plan: Plan, rows: readonly Row[], subject: string): Phrase {
  const { offline } = plan;
  const deeds = deedsOf(plan).filter(({ isRefused }) => !isRefused);
  const start = offline ? 'If nothing has changed since the record, an apply would' : subject;
  const done = listed(deeds.map(({ verb, count }) => strong(`${offline ? verb : third(verb)} ${count}`)));
  const [atOnce, reached] = [sentAtOnce(plan), reachWords(plan)];
  const looks = new Set(sectionsOf(rows).attention.map((row) => row.subject)).size;
  const { in_sync: same } = summarize(plan);
  return joined(
    deeds.length === 0
      ? say`${start} ${offline ? 'change' : 'changes'} nothing.`
      : say`${start} ${done} ${deeds.at(-1)?.count === 1 ? 'campaign' : 'campaigns'}.`,
    atOnce === '' ? [] : [strong(atOnce)],
    reached === '' ? [] : say`${reached}`,
    looks === 0 ? [] : [strong(`${looks} ${looks === 1 ? 'needs' : 'need'} attention.`)],
    same === 0 ? [] : say`${same} ${same === 1 ? 'stays' : 'stay'} unchanged.`,
  );
}

/** What an apply that waits no longer than the plan assumes will send: creations go in the order of the keys. */
export function writesOf(plan: Plan): number {
  return sentSteps(plan).flat().length;
}

/** The steps of each campaign to which an apply will send something: what is done to one campaign is one change. */
export function sentSteps({ campaigns, guard, schedule }: Plan): readonly (readonly Step[])[] {
  const creates = campaigns.filter(({ verdict }) => verdict === 'create');
  const deferred = new Set<PlannedCampaign>(creates.slice(creates.length - schedule.deferred));
  const isSent = (step: Step) =>
    !guard || (step.kind === 'transition' && isEmergencyStop(step.transition.action));
  return campaigns
    .flatMap((one) => (deferred.has(one) ? [] : [one.steps.filter(isSent)]))
    .filter(({ length }) => length > 0);
}

/** Why the guard refuses the plan, and how to allow it; empty if it doesn't. */
export function guardWords({ guard, workspace }: Plan): Phrase {
  if (!guard) return [];
  return inOne(describeHeld({ cause: { code: 'guard', ...guard }, components: [], until: null }, workspace));
}

/** Campaigns that a sentence names. */
const NAMES_AT_MOST = 3;

/** Which messages no schedule delays: `Sent as soon as published: promo/sale-push.` Empty if there are none. */
export function sentAtOnce({ campaigns, guard }: Plan): string {
  const keys = campaigns.filter((one) => isMoved(one) && publishesAtOnce(one)).map(({ key }) => key);
  return keys.length === 0 || guard ? '' : `Sent as soon as published: ${firstFew(keys, NAMES_AT_MOST)}.`;
}

/** `Newly reaches about 41,000 people; unknown for promo/a.` Empty if nothing starts, and no audience grows. */
export function reachWords({ reach, guard }: Plan): string {
  if (!reach || guard) return '';
  const { people, unknown } = reach;
  const names = firstFew(unknown, NAMES_AT_MOST);
  if (people === 0)
    return unknown.length === 0 ? '' : `How many people this newly reaches is unknown: ${names}.`;
  return `Newly reaches about ${grouped(people)} people${unknown.length === 0 ? '' : `, and an unknown number by ${names}`}.`;
}

const SPANS: Readonly<Record<number, string>> = {
  [MINUTE_MS]: 'this minute',
  [HOUR_MS]: 'this hour',
  [DAY_MS]: 'today',
};

/**
 * How many campaigns are created right away, when the others follow, and what the quota allows after that: `7 campaigns will
 * be created: 5 right away, 2 by 2031-01-01 10:01:00 UTC. Quota left: 3 this minute, 18 this hour.` Empty if there are none.
 */
export function creationWords({ schedule, guard }: Plan): string {
  const { creations, now, deferred, instants, left }: CreationSchedule = schedule;
  if (creations === 0 || guard) return '';
  const until = (at: string | undefined) => utcFrom(Date.parse(at ?? ''));
  const later = creations - now - deferred;
  const parts = [
    ...(now === 0 ? [] : [`${now} right away`]),
    ...(later === 0 ? [] : [`${later} by ${until(instants[now + later - 1])}`]),
    ...(deferred === 0
      ? []
      : [`${deferred} deferred to a later run (beyond max-wait), possible by ${until(instants.at(-1))}`]),
  ];
  const sizes = left.flatMap(({ count, spanMs }) => (SPANS[spanMs] ? [`${count} ${SPANS[spanMs]}`] : []));
  const rest = sizes.length === 0 ? '' : ` Quota left: ${sizes.join(', ')}.`;
  const when = now === creations ? ' right away' : `: ${parts.join(', ')}`;
  return `${counted(creations, 'campaign')} will be created${when}.${rest}`;
}

/** What limits the plan, a paragraph each; `proposal` names what the reader is looking at: `this pull request`. */
export function contextWords(plan: Plan, proposal?: string): string[] {
  return [...scopeWords(plan, proposal), ...offlineWords(plan)];
}

function scopeWords({ scope, campaigns }: Plan, proposal: string | undefined): string[] {
  if (!scope) return [];
  const short = scope.mergeBase.slice(0, 7);
  // A commit that was named by its ID is not shown twice.
  const since = /^[0-9a-f]{40,}$/.test(scope.ref) ? short : `${scope.ref} (${short})`;
  const changes = proposal === undefined ? `changes since ${since}` : `changes in ${proposal}`;
  if (scope.others === 0) return campaigns.length === 0 ? [] : [`The ${changes} affect every campaign.`];
  return [`Only the ${changes} were planned. Not checked: ${counted(scope.others, 'other campaign')}.`];
}

/** What an offline plan was compared with. */
function offlineWords({ offline, workspace, campaigns }: Plan): string[] {
  if (!offline) return [];
  const { record, from } = offline;
  const branch = `campaigns-state/${workspace}`;
  const against = record
    ? `Offline: compared with the record on ${branch} (${record.commit.slice(0, 7)}, ${utcFrom(Date.parse(record.at))}), not with the service. Statuses are from the record, too, and later changes in the service are not shown.`
    : `Offline: the service was not asked, and there is no branch ${branch} to compare with, so every campaign counts as new.`;
  const older =
    from === 'clone' ? 'origin did not answer, so it may have a newer record than this clone.' : '';
  const creates = campaigns.some(({ verdict }) => verdict === 'create')
    ? 'Names were not searched for, so campaigns that are shown as new may already exist in the service.'
    : '';
  return [against, older, creates].filter((text) => text !== '');
}

/** A plan without changes. Offline, the live campaigns aren't known to be in sync. */
export function quietWords({ offline, scope, campaigns }: Plan): string {
  if (scope && campaigns.length === 0) return 'nothing to plan';
  const what = scope && scope.others > 0 ? 'these campaigns are' : 'everything is';
  return offline ? `${what} as recorded` : `${what} in sync`;
}

/** Enough of the fingerprint to tell two plans apart; none if an apply has nothing to check against it. */
export function shortFingerprint(plan: Plan): string[] {
  if (writesOf(plan) === 0 || plan.offline) return [];
  return [plan.fingerprint.slice('sha256:'.length, 'sha256:'.length + 6)];
}

/** The commit that the files were read from. */
export function shortCommit({ commit }: Pick<Plan, 'commit'>): string {
  return commit?.slice(0, 7) ?? 'no commit yet';
}
