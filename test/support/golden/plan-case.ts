import { posix } from 'node:path';
import { judge } from '../../../src/load/judge.ts';
import { loadCampaigns } from '../../../src/load/load-campaigns.ts';
import { loadConfiguration } from '../../../src/load/load-configuration.ts';
import type { ReferenceAnswer } from '../../../src/model/findings.ts';
import { couldBe, type CampaignKey, type Desired, type Live } from '../../../src/model/campaign.ts';
import type { LiveAnswer } from '../../../src/model/live-answer.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { boundIds, type Binding, type Intent, type State } from '../../../src/model/state.ts';
import type { SameNameAnswer } from '../../../src/plan/context.ts';
import { recordedAnswers } from '../../../src/plan/imported-binding.ts';
import { DEFAULT_LIMITS } from '../../../src/quota/windows.ts';
import { decodeState } from '../../../src/state/state-files.ts';
import { decodeCampaign } from '../../../src/remote/decode-campaign.ts';
import { checkedPlan, digest } from '../builders.ts';
import type { GoldenCase } from './read-case.ts';

const COMMIT = '3f2a91c0d1e2f3a4b5c6d7e8f90a1b2c3d4e5f60';

/** The inputs of a plan, and the plan, for the independent check. */
export interface Planned {
  readonly plan: Plan;
  readonly desired: readonly Desired[];
  readonly bindings: readonly Binding[];
  readonly live: readonly Live[];
  readonly open: readonly Intent[];
  /** Epoch milliseconds. */
  readonly now: number;
  /** If omitted, all were planned. */
  readonly only?: ReadonlySet<CampaignKey>;
}

/** Cases may contain drafts that are not ready to be published, and short texts. */
const INCOMPLETE = ['W_PUBLISH', 'W_AUDIENCE', 'W_UNSUBSCRIBE', 'W_PREVIEW_TEXT', 'W_FALLBACK'];

/**
 * The whole pure path for one case: files to desired, state files to bindings, records to live, and all of it to a
 * plan.
 */
export function planCase(given: GoldenCase): Planned {
  const { settings } = given;
  const { configuration, diagnostics, source } = loadConfiguration(
    'campaigns/workspaces.yaml',
    given.workspaces,
    { limits: DEFAULT_LIMITS },
  );
  const name = settings.workspace ?? configuration?.default ?? '';
  const workspace = configuration?.workspaces.get(name);
  if (!configuration || !workspace) throw new Error(`workspace "${name}": ${JSON.stringify(diagnostics)}`);
  const read = loadCampaigns({
    files: [...given.files]
      .filter(([file]) => /\.ya?ml$/.test(file))
      .map(([file, text]) => ({ file, below: file.slice('campaigns/'.length), text })),
    workspaces: configuration.workspaces,
    configuration: source,
    workspacesToLoad: [workspace],
    readReference: (from, path) => reference(given, posix.join(posix.dirname(from), path)),
  });
  const loaded = judge(read);
  const wrong = loaded.diagnostics.filter(({ code }) => !INCOMPLETE.includes(code));
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong, null, 2));
  const desired = loaded.desired.get(name) ?? [];
  const state = stateOf(given);
  const { scope, only } = scopeOf(given);
  const records = newest(given.live);
  const asked = [...state.bindings.values()].filter(({ key }) => only?.has(key) ?? true);
  const answers = settings.offline
    ? recordedAnswers(state)
    : new Map(asked.map((one) => [one.key, answerFor(one, given, records)]));
  const plan = checkedPlan({
    workspace,
    policy: configuration.policy,
    commit: COMMIT,
    desired,
    state,
    live: answers,
    sameName: settings.offline ? new Map() : sameNames(desired, state, records),
    actors: new Map(desired.map(({ key }) => [key, 'ada@example.com'])),
    allowed: new Set(settings.allow),
    ...(only && { only }),
    ...(scope && { scope }),
    ...(settings.offline && { offline: settings.offline }),
    now: Date.parse(settings.now),
    maxWaitMs: settings.maxWaitMs,
    digest,
  });
  return {
    plan,
    desired,
    bindings: [...state.bindings.values()],
    live: livesAmong(answers.values()),
    open: state.open,
    now: Date.parse(settings.now),
    ...(only && { only }),
  };
}

/** Which campaigns are planned if not all, and why. */
function scopeOf({ settings: { only, changedSince } }: GoldenCase) {
  const keys = changedSince?.keys ?? only;
  return {
    only: keys && new Set(keys as CampaignKey[]),
    scope: changedSince && { ref: changedSince.ref, mergeBase: changedSince.mergeBase },
  };
}

/** The same case with every ordered input reversed. */
export function reversed(given: GoldenCase): GoldenCase {
  return {
    ...given,
    files: new Map([...given.files].reverse()),
    state: new Map([...given.state].reverse()),
    live: given.live.toReversed(),
  };
}

function reference({ files }: GoldenCase, file: string): ReferenceAnswer {
  const text = files.get(file);
  return text === undefined
    ? { kind: 'problem', fault: { why: 'not-here', path: file } }
    : { kind: 'text', file, text };
}

function stateOf({ state }: GoldenCase): State {
  const decoded = decodeState(state);
  if (decoded.kind !== 'state') throw new Error(`state/${decoded.path} can't be read`);
  return { ...decoded.state, lastCommit: undefined };
}

/** With versioning a campaign has several records; the highest version is live. Malformed ones are unknown. */
function newest(records: readonly unknown[]): Map<string, LiveAnswer> {
  const versions = new Map<string, number>();
  const answers = new Map<string, LiveAnswer>();
  for (const record of records) {
    const decoded = decodeCampaign(record, 'get');
    if (decoded.kind === 'malformed' && decoded.id !== undefined) {
      answers.set(decoded.id, { kind: 'unknown', cause: 'malformed', problem: decoded.problem });
      continue;
    }
    if (decoded.kind !== 'record') throw new Error(`live.json: ${JSON.stringify(decoded)}`);
    const { live, version } = decoded;
    if (version < (versions.get(live.id) ?? 0)) continue;
    versions.set(live.id, version);
    answers.set(live.id, { kind: 'present', live });
  }
  return answers;
}

function livesAmong(answers: Iterable<LiveAnswer>): Live[] {
  return [...answers].flatMap((answer) => (answer.kind === 'present' ? [answer.live] : []));
}

function answerFor(
  { campaignId }: Binding,
  { settings }: GoldenCase,
  records: ReadonlyMap<string, LiveAnswer>,
): LiveAnswer {
  if (settings.missing.includes(campaignId)) return { kind: 'missing' };
  if (settings.unknown.includes(campaignId)) {
    return {
      kind: 'unknown',
      cause: 'malformed',
      problem: { ...{ code: 'unexpected', status: 500 }, said: 'INTERNAL_ERROR: Try again later.' },
    };
  }
  const found = records.get(campaignId);
  if (!found) throw new Error(`live.json has no ${campaignId}, and case.json does not say why`);
  return found;
}

/** For each file without a binding, the unbound campaigns with its name, channel and type. */
function sameNames(
  desired: readonly Desired[],
  { bindings }: State,
  records: ReadonlyMap<string, LiveAnswer>,
): Map<CampaignKey, SameNameAnswer> {
  const bound = boundIds(bindings.values());
  const lives = livesAmong(records.values());
  return new Map(
    desired
      .filter(({ key }) => !bindings.has(key))
      .map((one) => [
        one.key,
        {
          kind: 'found',
          campaigns: lives.filter((live) => live.name === one.name && couldBe(live, one, bound)),
        },
      ]),
  );
}
