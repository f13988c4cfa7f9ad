import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { judge } from './load/judge.ts';
import { loadCampaigns as load } from './load/load-campaigns.ts';
import { loadConfiguration } from './load/load-configuration.ts';
import type { ReferenceAnswer } from './model/findings.ts';
import type { CampaignKey, Desired } from './model/campaign.ts';
import { hasErrors, type Diagnostic } from './model/diagnostic.ts';
import { recordedCampaign } from './model/kept-value.ts';
import type { Plan } from './model/plan.ts';
import { EMPTY_STATE, type State } from './model/state.ts';
import type { Consent, Policy, Workspace } from './model/workspace.ts';
import { makePlan as plan } from './plan/make-plan.ts';
import { recordedAnswers } from './plan/imported-binding.ts';
import { clampFutureTimestamps } from './quota/slots.ts';
import { DEFAULT_LIMITS } from './quota/windows.ts';
import { describeDiagnostics, type DiagnosticsDocument } from './render/documents/diagnostics-document.ts';
import { toPlanDocument, type PlanDocument } from './render/documents/plan-document.ts';
import { decodeState } from './state/state-files.ts';
import { isYaml } from './model/yaml-name.ts';

// The package as a library (docs/library.md): the logic of `campaigns validate` and `campaigns plan`, for texts and
// records that the caller has read. Nothing here reads a file, runs git or sends a request. Wrong arguments, such as
// the name of a workspace that doesn't exist, throw; mistakes in a campaign file are returned as diagnostics.

/** The documents of `campaigns plan --json` and `campaigns validate --json`. */
export { toPlanDocument as planDocument, describeDiagnostics as diagnosticsDocument };
export type { Consent, Desired, Diagnostic, Plan, Policy, Workspace };
export type { DiagnosticsDocument, PlanDocument };
export type { DriftDocument, ResultDocument } from './render/documents/plan-document.ts';

/** Texts by their path, with forward slashes. */
export type Texts = Readonly<Record<string, string>>;

export interface LoadInputs {
  /** By path from the root of the repository: workspaces.yaml, campaign files, and the texts that they refer to. */
  readonly files: Texts;
  /** From the root of the repository; if omitted, `campaigns`. */
  readonly folder?: string;
  /** If omitted, the default of workspaces.yaml. */
  readonly workspace?: string;
  /**
   * The files of the state branch: the file of a managed campaign may contain what a new one may not. If omitted, all
   * campaigns are new.
   */
  readonly state?: Texts;
  /** For the team's rules on upcoming sends; if omitted, these are not checked. */
  readonly now?: Date;
}

/** The campaigns of one workspace, with warnings, or the errors in the files. */
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
  if (text === undefined) throw new Error(`The files do not include ${file}.`);
  const loaded = loadConfiguration(file, text, { limits: DEFAULT_LIMITS });
  if (!loaded.configuration) return { kind: 'invalid', diagnostics: loaded.diagnostics };
  const { workspaces, policy, default: standard } = loaded.configuration;
  const workspace = workspaces.get(inputs.workspace ?? standard ?? '');
  if (!workspace)
    throw new Error(`Name one of the workspaces of ${file}: ${[...workspaces.keys()].join(', ')}.`);
  const { bindings } = stateFrom(inputs.state);
  const read = load({
    files: Object.entries(files)
      .filter(([path]) => path.startsWith(`${folder}/`) && isYaml(path) && path !== file)
      .map(([path, content]) => ({ file: path, below: path.slice(folder.length + 1), text: content }))
      .sort((one, other) => (one.below < other.below ? -1 : 1)),
    workspaces,
    workspacesToLoad: [workspace],
    readReference: (from, path) => referencedText(files, posix.join(posix.dirname(from), path)),
    configuration: loaded.source,
    ...(policy.rules && { rules: policy.rules }),
  });
  const { desired, diagnostics } = judge(read, {
    record: (_, key) => recordedCampaign(bindings.get(key)),
    ...(inputs.now && { now: inputs.now.getTime(), isPlanned: true }),
  });
  if (hasErrors(diagnostics)) return { kind: 'invalid', diagnostics };
  return { kind: 'loaded', workspace, policy, desired: desired.get(workspace.name) ?? [], diagnostics };
}

export interface PlanInputs {
  /** The result of `loadCampaigns`. */
  readonly campaigns: Extract<LoadedCampaigns, { readonly kind: 'loaded' }>;
  /** The files of the state branch by their path there; if omitted, nothing was ever applied. */
  readonly state?: Texts;
  /** The commit of the state branch, and when it was made: the plan shows both. */
  readonly record?: { readonly commit: string; readonly at: string };
  readonly now: Date;
  /** The commit that the files were read from; if omitted, none. */
  readonly commit?: string;
  /** The email addresses for `created_by` and `updated_by`, by key; if omitted, the workspace's `actor`. */
  readonly actors?: Readonly<Record<string, string>>;
  readonly allow?: readonly Consent[];
  /** Keys; if omitted, all campaigns. */
  readonly only?: readonly string[];
  /** How long an apply would wait for quota, in milliseconds; if omitted, 10 minutes. */
  readonly maxWaitMs?: number;
}

/** Compares the files with what the state recorded last: the plan that `campaigns plan --offline` would show. */
export function makePlan(inputs: PlanInputs): Plan {
  const { campaigns, commit = null, actors = {}, allow = [], only, maxWaitMs = 600_000 } = inputs;
  const { workspace, policy, desired } = campaigns;
  const state = stateFrom(inputs.state);
  const now = inputs.now.getTime();
  return plan({
    workspace,
    policy,
    commit,
    desired,
    state: { ...state, ledger: clampFutureTimestamps(state.ledger, now).ledger },
    live: recordedAnswers(state),
    sameName: new Map(),
    actors: new Map(desired.map(({ key }) => [key, actors[key] ?? workspace.actor ?? noActor(key)])),
    allowed: new Set(allow),
    named: only?.length === 1 ? (only[0] as CampaignKey) : undefined,
    ...(only && { only: new Set(only as readonly CampaignKey[]) }),
    offline: { record: inputs.record ?? null, from: 'origin' },
    now,
    maxWaitMs,
    digest: (text) => createHash('sha256').update(text).digest('hex'),
  });
}

function stateFrom(files: Texts | undefined): State {
  if (!files) return EMPTY_STATE;
  const decoded = decodeState(new Map(Object.entries(files)));
  if (decoded.kind === 'state') return { ...decoded.state, lastCommit: undefined };
  const why =
    decoded.kind === 'corrupt'
      ? `${decoded.fault} (${decoded.said})`
      : `it was written by a newer version (${decoded.format})`;
  throw new Error(`${decoded.path} on the state branch can't be read: ${why}`);
}

function referencedText(files: Texts, file: string): ReferenceAnswer {
  const text = files[file];
  if (text !== undefined) return { kind: 'text', file, text };
  return { kind: 'problem', fault: { why: 'not-here', path: file } };
}

function noActor(key: string): never {
  throw new Error(`Name an actor for ${key}, or set actor: in workspaces.yaml.`);
}
