import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { loadCampaigns as load } from './load/load-campaigns.ts';
import { loadConfiguration } from './load/load-configuration.ts';
import type { ReferenceAnswer } from './load/reference-answer.ts';
import {
  comparableName,
  couldBe,
  type CampaignKey,
  type Desired,
  type Live,
  type LiveAnswer,
} from './model/campaign.ts';
import { hasErrors, type Diagnostic } from './model/diagnostic.ts';
import type { DiagnosticsDocument, DriftDocument, PlanDocument, ResultDocument } from './model/documents.ts';
import type { Plan } from './model/plan.ts';
import { boundIds, EMPTY_STATE, hasEnded, wasPublished, type Binding, type State } from './model/state.ts';
import type { Consent, Policy, Workspace } from './model/workspace.ts';
import { makePlan as plan } from './plan/make-plan.ts';
import { recordedAnswers } from './plan/recorded-live.ts';
import { clampFutureTimestamps } from './quota/clamp-future.ts';
import { DEFAULT_LIMITS } from './quota/windows.ts';
import { liveVersion, rowsOf } from './remote/choose-row.ts';
import { decodeCampaign, type Decoded } from './remote/decode-campaign.ts';
import { describeDiagnostics } from './render/documents/diagnostics-document.ts';
import { describePlan } from './render/documents/plan-document.ts';
import { decodeState } from './state/state-files.ts';

// The package as a library (docs/library.md): what `campaigns validate` and `campaigns plan` decide, over texts and
// records that the caller has read. Nothing here reads a file, runs git or sends a request. What is passed wrongly, such as
// the name of a workspace that doesn't exist, throws; what is wrong in a campaign file is returned as a diagnostic.

export type { Consent, Desired, Diagnostic, Plan, Policy, Workspace };
export type { DiagnosticsDocument, DriftDocument, PlanDocument, ResultDocument };

/** Texts by their path, with forward slashes. */
export type Texts = Readonly<Record<string, string>>;

export interface LoadInputs {
  /** By path from the root of the repository: workspaces.yaml, campaign files, and the texts that these refer to. */
  readonly files: Texts;
  /** From the root of the repository; left out: `campaigns`. */
  readonly folder?: string;
  /** Left out: the default of workspaces.yaml. */
  readonly workspace?: string;
  /** The files of the state branch: a managed campaign may have what a new one may not. Left out: all are new. */
  readonly state?: Texts;
  /** For the team's rules on sends to come; left out: these are not judged. */
  readonly now?: Date;
}

/** The campaigns of one workspace, with warnings; or what is wrong with the files. */
export type LoadedCampaigns =
  | {
      readonly kind: 'loaded';
      readonly workspace: Workspace;
      readonly policy: Policy;
      /** Sorted by key. */
      readonly desired: readonly Desired[];
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly kind: 'invalid'; readonly diagnostics: readonly Diagnostic[] };

/** Reads and checks the campaign files of one workspace. */
export function loadCampaigns(inputs: LoadInputs): LoadedCampaigns {
  const { files, folder = 'campaigns' } = inputs;
  const file = `${folder}/workspaces.yaml`;
  const text = files[file];
  if (text === undefined) throw new Error(`There is no ${file} among the files.`);
  const loaded = loadConfiguration(file, text, { limits: DEFAULT_LIMITS });
  if (!loaded.configuration) return { kind: 'invalid', diagnostics: loaded.diagnostics };
  const { workspaces, policy, default: standard } = loaded.configuration;
  const workspace = workspaces.get(inputs.workspace ?? standard ?? '');
  if (!workspace)
    throw new Error(`Name one of the workspaces of ${file}: ${[...workspaces.keys()].join(', ')}.`);
  const { bindings } = stateFrom(inputs.state);
  const { desired, diagnostics } = load({
    files: Object.entries(files)
      .filter(([path]) => path.startsWith(`${folder}/`) && /\.ya?ml$/.test(path) && path !== file)
      .map(([path, content]) => ({ file: path, below: path.slice(folder.length + 1), text: content }))
      .sort((one, other) => (one.below < other.below ? -1 : 1)),
    workspaces,
    targets: [workspace],
    readReference: (from, path) => referencedText(files, posix.join(posix.dirname(from), path)),
    strict: false,
    configuration: loaded.source,
    isManaged: (_, key) => bindings.has(key),
    wentLive: (_, key) => wasPublished(bindings.get(key)),
    hasEnded: (_, key) => hasEnded(bindings.get(key)),
    ...(policy.rules && { rules: policy.rules }),
    ...(inputs.now && { now: inputs.now.getTime(), isPlanned: true }),
  });
  if (hasErrors(diagnostics)) return { kind: 'invalid', diagnostics };
  return { kind: 'loaded', workspace, policy, desired: desired.get(workspace.name) ?? [], diagnostics };
}

export interface PlanInputs {
  /** As `loadCampaigns` returned them. */
  readonly campaigns: Extract<LoadedCampaigns, { readonly kind: 'loaded' }>;
  /**
   * All campaigns of the service, as Get answers them (with versioning: each version). Of a managed campaign that is not
   * among them nothing is known, so nothing is planned for it. Left out: an offline plan, against what the state says
   * was there last.
   */
  readonly live?: readonly unknown[];
  /** The identifiers for which the service answered that there is no such campaign. */
  readonly missing?: readonly string[];
  /** The files of the state branch by their path there; left out: nothing was ever applied. */
  readonly state?: Texts;
  /** Which commit of the state branch that is, and when it was made: an offline plan names it. */
  readonly record?: { readonly commit: string; readonly at: string };
  readonly now: Date;
  /** The commit that the files were read from; left out: none. */
  readonly commit?: string;
  /** The e-mail addresses that `created_by` and `updated_by` name, by key; left out: the workspace's `actor`. */
  readonly actors?: Readonly<Record<string, string>>;
  readonly allow?: readonly Consent[];
  /** Keys; left out: all campaigns. */
  readonly only?: readonly string[];
  /** How long an apply would wait for quota, in milliseconds; left out: 10 minutes. */
  readonly maxWaitMs?: number;
}

/** Compares the files with live and the state: the plan that `campaigns plan` would show. */
export function makePlan(inputs: PlanInputs): Plan {
  const { campaigns, commit = null, actors = {}, allow = [], only, maxWaitMs = 600_000 } = inputs;
  const { workspace, policy, desired } = campaigns;
  const state = stateFrom(inputs.state);
  const rows = inputs.live?.map((record) => decodeCampaign(record, 'get'));
  const missing = new Set(inputs.missing);
  const now = inputs.now.getTime();
  const answers = [...state.bindings].map(
    ([key, binding]) => [key, answerFor(binding, rows ?? [], missing)] as const,
  );
  return plan({
    workspace,
    policy,
    commit,
    desired,
    state: { ...state, ledger: clampFutureTimestamps(state.ledger, now).ledger },
    live: rows ? new Map(answers) : recordedAnswers(state),
    sameName: new Map(
      desired.map((one) => [one.key, { kind: 'found', campaigns: sameNameAs(one, rows ?? [], state) }]),
    ),
    actors: new Map(desired.map(({ key }) => [key, actors[key] ?? workspace.actor ?? noActor(key)])),
    allowed: new Set(allow),
    ...(only && { only: new Set(only as readonly CampaignKey[]) }),
    ...(!rows && { offline: { record: inputs.record ?? null, from: 'origin' } }),
    now,
    maxWaitMs,
    digest: (text) => createHash('sha256').update(text).digest('hex'),
  });
}

/** A plan as the JSON document of `campaigns plan --json`. */
export function planDocument(made: Plan): PlanDocument {
  return describePlan(made);
}

/** Diagnostics as the JSON document of `campaigns validate --json`. */
export function diagnosticsDocument(diagnostics: readonly Diagnostic[]): DiagnosticsDocument {
  return describeDiagnostics(diagnostics);
}

function stateFrom(files: Texts | undefined): State {
  if (!files) return EMPTY_STATE;
  const decoded = decodeState(new Map(Object.entries(files)));
  if (decoded.kind === 'state') return { ...decoded.state, lastCommit: undefined };
  const why = decoded.kind === 'corrupt' ? decoded.why : `a newer version wrote it (${decoded.format})`;
  throw new Error(`${decoded.path} of the state can't be read: ${why}`);
}

function referencedText(files: Texts, file: string): ReferenceAnswer {
  const text = files[file];
  if (text !== undefined) return { kind: 'text', file, text };
  const message = `there is no ${file} among the files`;
  return { kind: 'problem', code: 'E_FILE_MISSING', message, hint: 'pass its text, too' };
}

function answerFor(
  { campaignId }: Binding,
  rows: readonly Decoded[],
  missing: ReadonlySet<string>,
): LiveAnswer {
  if (missing.has(campaignId)) return { kind: 'missing' };
  const own = rowsOf(rows, campaignId);
  const live = liveVersion(own.filter((row) => row.kind === 'record'));
  const malformed = own.find((row) => row.kind === 'malformed');
  if (live && !malformed) return { kind: 'present', live };
  const message = malformed
    ? `The service's answer is malformed: ${malformed.message}.`
    : `No record of ${campaignId} was given.`;
  return { kind: 'unknown', cause: 'malformed', message };
}

/** Live campaigns that a new file could describe. */
function sameNameAs(desired: Desired, rows: readonly Decoded[], { bindings }: State): readonly Live[] {
  const bound = boundIds(bindings.values());
  const ids = new Set(rows.flatMap((row) => (row.kind === 'record' ? [row.live.id] : [])));
  return [...ids].flatMap((id) => {
    const live = liveVersion(rowsOf(rows, id).filter((row) => row.kind === 'record'));
    if (!live || comparableName(live.name) !== comparableName(desired.name)) return [];
    return couldBe(live, desired, bound) ? [live] : [];
  });
}

function noActor(key: string): never {
  throw new Error(`Name an actor for ${key}, or set actor: in workspaces.yaml.`);
}
