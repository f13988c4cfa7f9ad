import {
  COMPONENTS,
  type CampaignKey,
  type Channel,
  type Components,
  type DeliveryType,
  type Desired,
  type DesiredStatus,
  type Position,
  type Positioned,
  type UsedVariable,
} from '../model/campaign.ts';
import { hasErrors, severityOf, type Diagnostic } from '../model/diagnostic.ts';
import { isJsonObject, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import type { PlacedValue } from '../model/kept-value.ts';
import { isReference } from '../model/raw-values.ts';
import type { TeamRules } from '../model/team-rules.ts';
import type { Workspace } from '../model/workspace.ts';
import { asWritten } from './as-written.ts';
import { findingsIn, gradedBy } from './body-findings.ts';
import { grade, type Known } from './grade.ts';
import { judge } from './judge-body.ts';
import { locateAll, type Making } from './locate.ts';
import { segmentsOf, type FileFacts } from './across.ts';
import { mergePatch } from './merge-patch.ts';
import { keyOfPath, keysUpwards } from './path-set.ts';
import type { Problem } from './problem.ts';
import { missingOf } from './rules/publish-rules.ts';
import type { Head } from './read-head.ts';
import { isDesiredStatus, statusFinding } from './status-finding.ts';
import { isThere, type ReadReference } from './reference-answer.ts';
import { resolveReferences, type Origin, type Resolved } from './references.ts';
import type { Source } from './yaml/source.ts';

/** What is needed to check a campaign's body, besides its file. */
export interface BodyContext {
  readonly readReference: ReadReference;
  /** workspaces.yaml, for the positions of variables; undefined if its text isn't available. */
  readonly configuration: Source | undefined;
  /** Epoch milliseconds; undefined if times in the past are not checked. */
  readonly now: number | undefined;
  /** A plan follows and uses the live status. */
  readonly isPlanned: boolean;
  readonly rules: TeamRules;
  readonly wentLive: (workspace: string, key: CampaignKey) => boolean;
  readonly isBound: (workspace: string, key: CampaignKey) => boolean;
  readonly hasEnded: (workspace: string, key: CampaignKey) => boolean;
  readonly keepsLive: (workspace: string, key: CampaignKey, value: PlacedValue) => boolean;
  readonly boundType: (workspace: string, key: CampaignKey) => string | undefined;
}

export interface LoadedBody extends FileFacts {
  readonly diagnostics: readonly Diagnostic[];
  /** What decides on the severity of what is found in it. */
  readonly known: Known;
}

/** One file for one workspace: overrides merged, references resolved, schema and rules checked. */
export function loadBody(
  head: Head,
  workspace: Workspace,
  { readReference, configuration, ...context }: BodyContext,
): LoadedBody {
  const { source } = head;
  const { body: merged, status } = mergeOverride(head, workspace.name);
  const { name } = workspace;
  const resolve = (value: JsonObject) =>
    resolveReferences(value, {
      file: source.file,
      snippets: head.snippets,
      vars: workspace.vars,
      workspace: name,
      read: readReference,
    });
  const resolved = resolve(merged);
  const body = bodyOf(resolved);
  const wanted = isDesiredStatus(status) ? status : undefined;
  const publishes = workspace.publish !== 'never';
  const inputs = { body, status: wanted, publishes, ...knownOf(head.key, name, context) };
  const known = gradedBy(inputs);
  const found = judge(inputs, head);
  const without = Object.hasOwn(head.overrides, name)
    ? judge({ ...inputs, body: bodyOf(resolve(head.body)), status: statusOf(head) }, head)
    : found;
  const problems = notBelow(blame(found, { without, workspace: name }), resolved.unresolved);
  const making: Making = { head, workspace: workspace.name, origins: resolved.origins, configuration };
  const spoken = [...spokenBy(problems, { head, body }), ...resolved.unresolved];
  const findings = findingsIn(making, {
    ...{ key: head.key, body, status: wanted, workspace, rules: context.rules },
    referred: resolved.findings,
    isFile: (path) => isThere(readReference(source.file, path)),
    spoken,
    ...(Object.hasOwn(head.overrides, name) && {
      usual: { body: bodyOf(resolve(head.body)), status: statusOf(head) },
    }),
  });
  const diagnostics = [
    ...locateAll(problems, making, body),
    ...grade(
      [...findings, ...asWritten(body, making, [...spoken, ...findings.map(({ path }) => path)])],
      known,
    ),
    ...(status === undefined || wanted !== undefined || status === head.status
      ? []
      : [ofStatus(source, name, status)]),
  ];
  const desired = hasErrors(diagnostics) ? undefined : desiredFrom(making, { body, status });
  return { head, desired, diagnostics, known, segments: segmentsOf(body, making) };
}

function ofStatus(source: Source, workspace: string, status: JsonValue): Diagnostic {
  const [code, message, hint] = statusFinding(status);
  return { file: source.file, ...source.at(['overrides', workspace, 'status']), code, message, hint };
}

/**
 * Where the rules are silent: at errors, because a warning must not hide one. What is wrong with the file as a whole says
 * nothing about its parts. A component that is missing may be there under a name that is unknown.
 */
function spokenBy(
  problems: readonly Problem[],
  { head, body }: { readonly head: Head; readonly body: JsonObject },
): Path[] {
  const missing = head.misspelled.length === 0 ? [] : COMPONENTS.filter((name) => body[name] === undefined);
  return [
    ...problems
      .filter((problem) => severityOf(problem) === 'error')
      .map(({ path, missing: name }) => (name === undefined ? path : [...path, name]))
      .filter((path) => path.length > 0),
    ...missing.map((name) => [name]),
  ];
}

/** What is known about a campaign besides its file. */
function knownOf(
  key: CampaignKey,
  workspace: string,
  { now, isPlanned, ...known }: Omit<BodyContext, 'readReference' | 'configuration'>,
) {
  return {
    now,
    isPlanned,
    isPublished: known.wentLive(workspace, key),
    isBound: known.isBound(workspace, key),
    hasEnded: known.hasEnded(workspace, key),
    boundType: known.boundType(workspace, key),
    keepsLive: (value: PlacedValue) => known.keepsLive(workspace, key, value),
  };
}

function bodyOf({ value }: Resolved): JsonObject {
  return isJsonObject(value) ? value : {};
}

function statusOf({ status }: Head): DesiredStatus | undefined {
  return isDesiredStatus(status) ? status : undefined;
}

/** Marks values that the file has only in one workspace with that workspace's override. */
function blame(
  problems: readonly Problem[],
  { without, workspace }: { readonly without: readonly Problem[]; readonly workspace: string },
): Problem[] {
  if (problems === without) return [...problems];
  const usual = new Set(without.map(asText));
  return problems.map((problem) =>
    usual.has(asText(problem)) ? problem : { ...problem, because: workspace },
  );
}

function asText({ path, code, message }: Problem): string {
  return JSON.stringify([path, code, message]);
}

/** Errors at or below an unresolved reference are only consequences of it. */
function notBelow(problems: readonly Problem[], unresolved: readonly Path[]): Problem[] {
  const places = new Set(unresolved.map(keyOfPath));
  return problems.filter(({ path }) => !keysUpwards(path).some((key) => places.has(key)));
}

/** What a file says for one workspace, except its status. */
export function mergeOverride(
  head: Head,
  workspace: string,
): { body: JsonObject; status: JsonValue | undefined } {
  const patch = Object.hasOwn(head.overrides, workspace) ? head.overrides[workspace] : undefined;
  const whole: JsonObject = { ...head.body, ...(head.status !== undefined && { status: head.status }) };
  // A reference instead of a patch was already reported when the head was read.
  const merged = isJsonObject(patch) && !isReference(patch) ? mergePatch(whole, patch) : whole;
  if (!isJsonObject(merged)) return { body: head.body, status: head.status };
  const { status, ...body } = merged;
  return { body, status };
}

/** The rule for V21 makes sure that there is one. */
function nameOf({ basic_details: details }: Components): string {
  return typeof details?.name === 'string' ? details.name : '';
}

interface Body {
  readonly body: JsonObject;
  readonly status: JsonValue | undefined;
}

/** Fields that have a position even if the file doesn't set them, which is that of the file. */
const ALWAYS = ['status', 'channel', 'campaign_delivery_type', ...COMPONENTS] as const;
const IF_SET: readonly (readonly [Positioned, Path])[] = [
  ['key', ['key']],
  ['start_time', ['scheduling_details', 'start_time']],
  ['expiry_time', ['scheduling_details', 'expiry_time']],
];

function positionsIn(source: Source, workspace: string): Map<Positioned, Position> {
  const paths: (readonly [Positioned, Path])[] = [
    ...ALWAYS.map((name) => [name, [name]] as const),
    ...IF_SET.filter(([, path]) => source.has(path) || source.has(overriding(path, workspace))),
  ];
  return new Map(
    paths.map(([name, path]) => {
      const overridden = overriding(path, workspace);
      const { line, column } = source.keyAt(source.has(overridden) ? overridden : path);
      return [name, { line, column }];
    }),
  );
}

function overriding(path: Path, workspace: string): Path {
  return ['overrides', workspace, ...path];
}

function desiredFrom({ head, workspace, origins, configuration }: Making, { body, status }: Body): Desired {
  const texts = origins.filter((origin) => origin.kind === 'file');
  const files = texts.flatMap((one) => [one, ...one.snippets]);
  const components = Object.fromEntries(
    COMPONENTS.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  ) as Components;
  return {
    key: head.key,
    file: head.source.file,
    channel: body.channel as Channel,
    deliveryType: body.campaign_delivery_type as DeliveryType,
    name: nameOf(components),
    status: isDesiredStatus(status) ? status : undefined,
    components,
    missing: missingOf(body),
    positions: positionsIn(head.source, workspace),
    sources: [...new Set([head.source.file, ...files.map(({ file }) => file)])],
    links: [...new Set(files.flatMap(({ link }) => link ?? []))],
    variables: origins.flatMap((origin) =>
      origin.kind === 'var' ? [variableUse(origin, workspace, configuration)] : [],
    ),
    texts: texts.map(({ path: at, file, isAssembled }) => ({ at, file, isAssembled })),
  };
}

function variableUse(
  { path: at, name }: Extract<Origin, { readonly kind: 'var' }>,
  workspace: string,
  configuration: Source | undefined,
): UsedVariable {
  if (!configuration) return { name, at, place: undefined };
  const { line, column } = configuration.keyAt(['workspaces', workspace, 'vars', name]);
  return { name, at, place: { file: configuration.file, line, column } };
}
