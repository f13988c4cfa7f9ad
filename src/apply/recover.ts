import { channelAndType, type Desired, type Live } from '../model/campaign.ts';
import { isPublish, type Intent, type IntentOf } from '../model/state.ts';
import { heldBy, type UnwantedCreation } from '../model/held.ts';
import { CHANNEL_RULES, isChannel } from '../model/channel.ts';
import { creationUnclear, type CreateIntent, resolveIntent } from '../model/resolve-intent.ts';
import { sameJson, type JsonObject } from '../model/json.ts';
import { withSuccess } from '../quota/slots.ts';
import { concludeOpen } from './earlier-transitions.ts';
import { createdId, findCreated, isLikeCreated } from './find-created.ts';
import { bind, closing, record } from './outcomes.ts';
import type { TrailRecord } from './ports.ts';
import { readBack } from './read-back.ts';
import type { Run } from './run.ts';

/** Which open intents this run may do more with than read. */
export interface RecoveryScope {
  /** The current files. */
  readonly files: readonly Pick<Desired, 'key' | 'channel' | 'deliveryType'>[];
  /** Whether the run was asked to do what this intent does. */
  readonly mayResend: (intent: Intent) => boolean;
}

/** A creation that was not found. */
export interface Unfinished {
  readonly intent: CreateIntent;
  /** When it was searched for (epoch milliseconds). */
  readonly readAt: number;
}

/** Resolves by reading alone what earlier runs left open, and returns the creations that need more. */
export async function recover(
  run: Run,
  open: readonly Intent[],
  scope: RecoveryScope,
): Promise<readonly Unfinished[]> {
  const unfinished: Unfinished[] = [];
  for (const intent of open) {
    if (!run.open.has(intent.requestId) || !run.goOnOrReport(intent.key)) continue;
    if (intent.kind === 'create') {
      const answer = await resolveCreation(run, intent, scope);
      if (answer === 'unfinished') unfinished.push({ intent, readAt: run.options.clock.now() });
      else await finish(run, intent, answer, scope);
    } else await finish(run, intent, await resolveByReading(run, intent), scope);
  }
  return unfinished;
}

async function finish(
  run: Run,
  intent: Intent,
  answer: Recovered | 'left-open',
  scope: RecoveryScope,
): Promise<void> {
  if (answer === 'unknown') {
    if (scope.files.some(({ key }) => key === intent.key) && scope.mayResend(intent))
      run.results.leaveUnresolved(intent);
  } else if (answer !== 'left-open') await record(run, answer);
}

// What recovery does with an intent if it records no outcome. `left-open`: it stays open for a later run, and the results
// say why if a person has to decide. `unknown`: its result could not be read. `unfinished`: this run may send the creation
// again, or search for it a second time.

/** What a read can show: outcomes to record, or that the result isn't known. */
type Recovered = readonly TrailRecord[] | 'unknown';

/** Never resends: it arrived, or stays open until live may show it, or is planned again. */
async function resolveByReading(
  run: Run,
  intent: IntentOf<'update' | 'transition'>,
): Promise<Recovered | 'left-open'> {
  const binding = run.bindings.get(intent.key);
  if (!binding) return [closing(intent, { code: 'campaign-forgotten' })];
  const { campaignId: id } = intent;
  const live = (await readBack(run, [{ id, intent }], 'at-once')).get(id);
  // If the campaign appears again, the PUBLISH may still have been made.
  if (live?.kind === 'missing')
    return isPublish(intent) ? 'left-open' : [closing(intent, { code: 'campaign-gone' })];
  if (live?.kind !== 'present') return 'unknown';
  const resolution = resolveIntent(intent, live.live, binding, run.options.clock.now());
  switch (resolution.kind) {
    case 'arrived':
      return intent.kind === 'transition'
        ? concludeOpen(run, intent, live.live)
        : [bind(run, intent, live.live)];
    case 'waiting':
      for (const [component, paths] of resolution.missing)
        run.results.noteUnconfirmed({ key: intent.key, component, paths });
      return 'left-open';
    case 'not-carried-out': {
      // Its version may still be published.
      if (intent.kind === 'update' && isPublishing(run, intent)) return 'left-open';
      const { binding: kept, shown, givenUp } = resolution;
      run.bindings.set(intent.key, kept);
      const isAnswered = intent.answered !== undefined;
      const why = isAnswered
        ? ({ code: 'not-shown', shown, givenUp } as const)
        : ({ code: 'not-found' } as const);
      return [{ ...closing(intent, why), binding: kept }];
    }
  }
}

/** Whether it is unknown if the version with this edit was published (open point S7). */
function isPublishing({ open }: Run, { key }: Intent): boolean {
  return [...open.values()].some((one) => one.key === key && isPublish(one) && one.components !== undefined);
}

async function resolveCreation(
  run: Run,
  intent: CreateIntent,
  scope: RecoveryScope,
): Promise<Recovered | 'left-open' | 'unfinished'> {
  if (run.bindings.has(intent.key)) return [closing(intent, { code: 'bound-by-hand' })];
  // In the meantime, the campaign may have got another key by hand.
  const created = createdId(run, intent, intent.created);
  const made = created && (await run.options.remote.readEach([created])).get(created);
  if (made?.kind === 'present' && isLikeCreated(intent, made.live)) return bindFound(run, intent, made.live);
  const found = await bindCreated(run, intent);
  if (found !== 'nothing') return found;
  // The service said that it did this but doesn't show it yet. Sending it again would reveal nothing new.
  const isInTime = remembersRequest(intent, run.options.clock.now());
  if ((created ?? intent.isTaken) && isInTime) return 'unknown';
  if (intent.isTaken) {
    run.results.addLeftOpen(intent.key, creationUnclear(intent, [], 'in-flight'));
    return 'left-open';
  }
  const unwanted = unwantedReason(intent, scope);
  if (unwanted !== undefined) {
    if (!isInTime) return [closing(intent, { code: 'not-found', unwanted })];
    const cause = { code: 'unresolved', what: 'unwanted' } as const;
    run.results.addLeftOpen(intent.key, heldBy('in-flight', cause));
    return 'left-open';
  }
  if (isInTime && !sendsItsComponents(intent)) {
    run.results.addLeftOpen(intent.key, creationUnclear(intent, [], 'in-flight'));
    return 'left-open';
  }
  return scope.mayResend(intent) ? 'unfinished' : 'left-open';
}

/**
 * Whether the body of a recorded creation matches its components and contains nothing else. The components are what a
 * review approved and what is verified. The body is what would be sent, and anyone who may push the state branch can
 * edit it.
 */
function sendsItsComponents({ body, channel, deliveryType, components }: CreateIntent): boolean {
  const { created_by: author, ...rest } = body;
  const expected: JsonObject = { channel, campaign_delivery_type: deliveryType, ...components };
  return (author === undefined || typeof author === 'string') && sameJson(rest, expected);
}

/** Why the creation is not wanted anymore; undefined while its file still describes it. */
function unwantedReason(intent: CreateIntent, { files }: RecoveryScope): UnwantedCreation | undefined {
  const file = files.find(({ key }) => key === intent.key);
  if (!file) return { kind: 'file-gone' };
  const [now, before] = [channelAndType(file), channelAndType(intent)];
  return now === before ? undefined : { kind: 'other-type', now, before };
}

/** Binds the only campaign that an earlier creation may have made. If there are several, a person must choose. */
export async function bindCreated(
  run: Run,
  intent: CreateIntent,
): Promise<Recovered | 'left-open' | 'nothing'> {
  const found = await findCreated(run, intent);
  if (found === undefined) return 'unknown';
  const [live, ...others] = found;
  if (!live) return 'nothing';
  if (others.length === 0) return bindFound(run, intent, live);
  run.results.addLeftOpen(intent.key, creationUnclear(intent, found, 'ambiguous'));
  return 'left-open';
}

/** Whether the service still remembers the request ID of a creation that it may have done. */
export function remembersRequest({ at, channel }: CreateIntent, now: number): boolean {
  return isChannel(channel) && now < at + CHANNEL_RULES[channel].resendWithinMs;
}

/** Counts the creation in the quota, whenever it was created. An answered creation was already counted. */
function bindFound(run: Run, intent: CreateIntent, live: Live): readonly TrailRecord[] {
  if (intent.answered === undefined) run.ledger = withSuccess(run.ledger, run.options.clock.now());
  return [bind(run, intent, live)];
}
