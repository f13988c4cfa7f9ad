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
} from '../model/campaign.ts';
import { hasErrors, type Diagnostic } from '../model/diagnostic.ts';
import type { Finding } from '../model/findings.ts';
import { isJsonObject, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import type { PlacedValue } from '../model/kept-value.ts';
import type { TeamRules } from '../model/team-rules.ts';
import type { Workspace } from '../model/workspace.ts';
import { asWritten } from './as-written.ts';
import { segmentsOf, type FileFacts } from './across.ts';
import { findingsIn, gradedBy, type Knowledge } from './body-findings.ts';
import { grade, NOTHING_KNOWN, type Known } from './grade.ts';
import { judgeShape, mistakesIn } from './judge-body.ts';
import { placeOfFound, type Making } from './locate.ts';
import { isReference, mergePatch } from './merge-patch.ts';
import { keyOfPath, keysUpwards } from './path-set.ts';
import { missingOf } from './rules/publish-rules.ts';
import { isDesiredStatus, judgeStatus, type Head } from './read-head.ts';
import { isThere, type ReadReference } from './reference-answer.ts';
import { resolveReferences, type Resolved } from './references.ts';
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
  const known = gradedBy(body, wanted, {
    publishes: workspace.publish !== 'never',
    ...knownOf(head.key, name, context),
  });
  const shapeOf = (one: JsonObject) =>
    judgeShape({ ...context, body: one, boundType: context.boundType(name, head.key) });
  const making: Making = { head, workspace: name, origins: resolved.origins, configuration };
  const ofReferences = resolved.findings.map((one): Finding => {
    return { ...one, at: one.at ?? placeOfFound(one, making, { body }) };
  });
  const shape = notBelow(shapeOf(body), resolved.unresolved);
  const spoken = [...mistakesIn(shape, known).map(({ path }) => path), ...resolved.unresolved];
  const usual = Object.hasOwn(head.overrides, name) ? bodyOf(resolve(head.body)) : undefined;
  const findings = findingsIn(making, {
    ...{ key: head.key, body, status: wanted, workspace, rules: context.rules },
    ...{ shape, spoken, isFile: (path) => isThere(readReference(source.file, path)) },
    ...(usual && { usual: { body: usual, status: statusOf(head), shape: shapeOf(usual) } }),
  });
  const silent = [...spoken, ...[...ofReferences, ...findings].map(({ path }) => path)];
  const diagnostics = [
    ...grade([...ofReferences, ...findings, ...asWritten(body, making, silent)], known),
    ...grade(ofStatus(head, name, status), NOTHING_KNOWN),
  ];
  const desired = hasErrors(diagnostics) ? undefined : desiredFrom(making, { body, status });
  return { head, desired, diagnostics, known, segments: segmentsOf(body, making) };
}

/** The status of the file itself is judged with its head. */
function ofStatus({ source, status }: Head, workspace: string, own: JsonValue | undefined): Finding[] {
  const path = overriding(['status'], workspace);
  if (own === undefined || own === status) return [];
  return judgeStatus(own, path).map((one) => ({ ...one, at: { file: source.file, ...source.at(path) } }));
}

/** What is known about a campaign besides its file. */
function knownOf(
  key: CampaignKey,
  workspace: string,
  { now, isPlanned, ...known }: Omit<BodyContext, 'readReference' | 'configuration'>,
): Omit<Knowledge, 'publishes'> {
  return {
    now,
    isPlanned,
    published: known.wentLive(workspace, key),
    bound: known.isBound(workspace, key),
    ended: known.hasEnded(workspace, key),
    keepsLive: (value) => known.keepsLive(workspace, key, value),
  };
}

function bodyOf({ value }: Resolved): JsonObject {
  return isJsonObject(value) ? value : {};
}

function statusOf({ status }: Head): DesiredStatus | undefined {
  return isDesiredStatus(status) ? status : undefined;
}

/** Errors at or below an unresolved reference are only consequences of it. */
function notBelow<Found extends { readonly path: Path }>(
  found: readonly Found[],
  unresolved: readonly Path[],
): Found[] {
  const places = new Set(unresolved.map(keyOfPath));
  return found.filter(({ path }) => !keysUpwards(path).some((key) => places.has(key)));
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

function desiredFrom({ head, workspace, origins }: Making, { body, status }: Body): Desired {
  const files = origins.flatMap((one) => (one.kind === 'file' ? [one, ...one.snippets] : []));
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
    variables: [...new Set(origins.flatMap((origin) => (origin.kind === 'var' ? [origin.name] : [])))],
  };
}
