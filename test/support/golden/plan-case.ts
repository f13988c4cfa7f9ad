import { posix } from 'node:path';
import { loadCampaigns } from '../../../src/load/load-campaigns.ts';
import { loadConfiguration } from '../../../src/load/load-configuration.ts';
import type { ReferenceAnswer } from '../../../src/load/references.ts';
import type { CampaignKey, Desired, Live, LiveAnswer } from '../../../src/model/campaign.ts';
import type { Plan } from '../../../src/model/plan.ts';
import type { Binding, State } from '../../../src/model/state.ts';
import type { SameNameAnswer } from '../../../src/plan/context.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { DEFAULT_LIMITS } from '../../../src/quota/windows.ts';
import { decodeState } from '../../../src/record/state-files.ts';
import { decodeCampaign } from '../../../src/remote/decode-campaign.ts';
import { digest } from '../builders.ts';
import type { GoldenCase } from './read-case.ts';

const COMMIT = '3f2a91c0d1e2f3a4b5c6d7e8f90a1b2c3d4e5f60';

/** Everything that went into a plan, and the plan: what the independent check looks at. */
export interface Planned {
  readonly plan: Plan;
  readonly desired: readonly Desired[];
  readonly bindings: readonly Binding[];
  readonly live: readonly Live[];
}

/** Cases may hold drafts that are not ready to go live. */
const INCOMPLETE = ['W_PUBLISH', 'W_IOS_AUDIENCE'];

/** The whole pure path for one case: text to desired, state files to bindings, wire records to live, all to a plan. */
export function planCase(given: GoldenCase): Planned {
  const { settings } = given;
  const { configuration, diagnostics } = loadConfiguration('campaigns/workspaces.yaml', given.workspaces, {
    limits: DEFAULT_LIMITS,
  });
  const name = settings.workspace ?? configuration?.default ?? '';
  const workspace = configuration?.workspaces.get(name);
  if (!configuration || !workspace) throw new Error(`workspace "${name}": ${JSON.stringify(diagnostics)}`);
  const loaded = loadCampaigns({
    files: [...given.files]
      .filter(([file]) => /\.ya?ml$/.test(file))
      .map(([file, text]) => ({ file, below: file.slice('campaigns/'.length), text })),
    workspaces: configuration.workspaces,
    targets: [workspace],
    readReference: (from, path) => reference(given, posix.join(posix.dirname(from), path)),
    strict: false,
  });
  const wrong = loaded.diagnostics.filter(({ code }) => !INCOMPLETE.includes(code));
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong, null, 2));
  const desired = loaded.desired.get(name) ?? [];
  const state = stateOf(given);
  const live = newest(given.live);
  const only = settings.only && new Set(settings.only as CampaignKey[]);
  const plan = makePlan({
    workspace,
    policy: configuration.policy,
    commit: COMMIT,
    desired,
    state,
    live: new Map([...state.bindings.values()].map((one) => [one.key, answerFor(one, given, live)])),
    sameName: sameNames(desired, state, live),
    actors: new Map(desired.map(({ key }) => [key, 'ada@example.com'])),
    consents: new Set(settings.allow),
    ...(only && { only }),
    now: Date.parse(settings.now),
    maxWaitMs: settings.maxWaitMs,
    digest,
  });
  return { plan, desired, bindings: [...state.bindings.values()], live };
}

/** The same case with every input that has an order turned round. */
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
    ? { kind: 'problem', code: 'E_FILE_MISSING', message: `there is no ${file}`, hint: 'write it' }
    : { kind: 'text', file, text };
}

function stateOf({ state }: GoldenCase): State {
  const decoded = decodeState(state);
  if (decoded.kind === 'corrupt') throw new Error(`state/${decoded.path}: ${decoded.why}`);
  return { ...decoded.state, lastCommit: undefined };
}

/** With versioning a campaign has several records: the highest version is the live one. */
function newest(records: readonly unknown[]): Live[] {
  const byId = new Map<string, { version: number; live: Live }>();
  for (const record of records) {
    const decoded = decodeCampaign(record, 'get');
    if (decoded.kind !== 'record') throw new Error(`live.json: ${JSON.stringify(decoded)}`);
    const known = byId.get(decoded.live.id);
    if (!known || decoded.version > known.version) byId.set(decoded.live.id, decoded);
  }
  return [...byId.values()].map(({ live }) => live);
}

function answerFor({ campaignId }: Binding, { settings }: GoldenCase, live: readonly Live[]): LiveAnswer {
  if (settings.missing.includes(campaignId)) return { kind: 'missing' };
  if (settings.unknown.includes(campaignId)) {
    return { kind: 'unknown', cause: 'odd', message: 'The service answered 500 INTERNAL_ERROR three times.' };
  }
  const found = live.find(({ id }) => id === campaignId);
  if (!found) throw new Error(`live.json has no ${campaignId}, and case.json does not say why`);
  return { kind: 'present', live: found };
}

/** For each file without a binding, the unbound campaigns of its name, channel and type. */
function sameNames(
  desired: readonly Desired[],
  { bindings }: State,
  live: readonly Live[],
): Map<CampaignKey, SameNameAnswer> {
  const bound = new Set([...bindings.values()].map(({ campaignId }) => campaignId));
  return new Map(
    desired
      .filter(({ key }) => !bindings.has(key))
      .map((one) => [
        one.key,
        {
          kind: 'found',
          campaigns: live.filter(
            ({ id, name, channel, deliveryType }) =>
              name === one.name &&
              channel === one.channel &&
              deliveryType === one.deliveryType &&
              !bound.has(id),
          ),
        },
      ]),
  );
}
