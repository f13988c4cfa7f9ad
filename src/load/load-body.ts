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
import { hasErrors, type Diagnostic } from '../model/diagnostic.ts';
import type { Finding } from '../model/findings.ts';
import { isJsonObject, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import type { PlacedValue } from '../model/kept-value.ts';
import { isReference } from '../model/raw-values.ts';
import type { TeamRules } from '../model/team-rules.ts';
import type { Workspace } from '../model/workspace.ts';
import { asWritten } from './as-written.ts';
import { findingsIn, gradedBy } from './body-findings.ts';
import { grade, NOTHING_KNOWN } from './grade.ts';
import { judge, mistakesIn } from './judge-body.ts';
import { locateAll, placeOfFound, type Making } from './locate.ts';
import { segmentsOf, type UsedSegment } from './same-segment.ts';
import { mergePatch } from './merge-patch.ts';
import { keyOfPath, keysUpwards } from './path-set.ts';
import { placeOfProblem, type Problem } from './problem.ts';
import { missingOf } from './rules/publish-rules.ts';
import { isDesiredStatus, judgeStatus, type Head } from './read-head.ts';
import { isThere, pathLike, type ReadReference } from './reference-answer.ts';
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
  /** The names of all workspaces. */
  readonly workspaces: readonly string[];
  /** Whether the file is for several workspaces. */
  readonly isShared: boolean;
  readonly wentLive: (workspace: string, key: CampaignKey) => boolean;
  readonly isBound: (workspace: string, key: CampaignKey) => boolean;
  readonly hasEnded: (workspace: string, key: CampaignKey) => boolean;
  readonly keepsLive: (workspace: string, key: CampaignKey, value: PlacedValue) => boolean;
  readonly boundType: (workspace: string, key: CampaignKey) => string | undefined;
}

/** One file for one workspace: overrides merged, references resolved, schema and rules checked. */
export function loadBody(
  head: Head,
  workspace: Workspace,
  { readReference, configuration, ...context }: BodyContext,
): {
  desired: Desired | undefined;
  diagnostics: readonly Diagnostic[];
  segments: readonly UsedSegment[];
} {
  const [{ source }, { name }] = [head, workspace];
  const { body: merged, status } = mergeOverride(head, name);
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
  const known = knownOf(head.key, name, context);
  const inputs = { body, status: wanted, ...ofWorkspace(workspace, source.file, readReference), ...known };
  const found = judge(inputs);
  const without = Object.hasOwn(head.overrides, name)
    ? judge({ ...inputs, body: bodyOf(resolve(head.body)), status: statusOf(head) })
    : found;
  const problems = notBelow(
    blame(found.problems, { without: without.problems, workspace: name }),
    resolved.unresolved,
  );
  const making: Making = { head, workspace: name, origins: resolved.origins, configuration };
  // What is wrong with the file as a whole, such as a missing component, says nothing about its parts.
  const ofParts = problems.map(placeOfProblem).filter((path) => path.length > 0);
  const ofReferences = resolved.findings.map((one): Finding => {
    return { ...one, at: one.at ?? placeOfFound(one, making, { body }) };
  });
  const shape = notBelow(found.shape, resolved.unresolved);
  const mistakes = [...ofReferences, ...mistakesIn(shape, inputs)];
  const spoken = [...ofParts, ...mistakes.map(({ path }) => path), ...resolved.unresolved];
  const findings = findingsIn(making, {
    ...{ key: head.key, body, status: wanted, workspace, rules: context.rules },
    ...{ shape, spoken },
    ...(Object.hasOwn(head.overrides, name) && {
      usual: { body: bodyOf(resolve(head.body)), status: statusOf(head), shape: without.shape },
    }),
  });
  const diagnostics = [
    ...locateAll(problems, making, body),
    ...grade([...ofReferences, ...findings, ...asWritten(body, making, spoken)], gradedBy(inputs)),
    ...grade(ofStatus(head, name, status), NOTHING_KNOWN),
  ];
  const segments = segmentsOf(body, making, known.keepsLive);
  if (hasErrors(diagnostics)) return { desired: undefined, diagnostics, segments };
  return { desired: desiredFrom(making, { body, status }), diagnostics, segments };
}

/** What the rules know of a workspace, and of the files beside a campaign. */
function ofWorkspace(workspace: Workspace, file: string, read: ReadReference) {
  return {
    features: workspace.features,
    workspace: workspace.name,
    publishes: workspace.publish !== 'never',
    isFile: (path: string) => isThere(read(file, path)),
    fileLike: (path: string) => pathLike(read(file, path)),
    isVariable: (variable: string) => Object.hasOwn(workspace.vars, variable),
  };
}

/** The status of the file itself is judged with its head. */
function ofStatus({ source, status }: Head, workspace: string, own: JsonValue | undefined): Finding[] {
  const path = overriding(['status'], workspace);
  if (own === undefined || own === status) return [];
  return judgeStatus(own, path).map((one) => ({ ...one, at: { file: source.file, ...source.at(path) } }));
}

/** What is known about a campaign besides its file, and the rules that its team has set. */
function knownOf(
  key: CampaignKey,
  workspace: string,
  {
    now,
    isPlanned,
    rules,
    isShared,
    workspaces,
    ...known
  }: Omit<BodyContext, 'readReference' | 'configuration'>,
) {
  return {
    key,
    now,
    isPlanned,
    rules,
    isShared,
    workspaces,
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
function notBelow<Found extends Pick<Problem, 'path'>>(
  problems: readonly Found[],
  unresolved: readonly Path[],
): Found[] {
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
    missing: missingOf(body).map(({ what, component }) => ({ what, ...(component && { component }) })),
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
