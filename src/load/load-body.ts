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
import { isChannel } from '../model/channel.ts';
import { hasErrors } from '../model/diagnostic.ts';
import type { Finding } from '../model/findings.ts';
import { isJsonObject, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import type { RecordedCampaign } from '../model/kept-value.ts';
import type { TeamRules } from '../model/team-rules.ts';
import type { Workspace } from '../model/workspace.ts';
import { segmentsOf, type UsedSegment } from './across.ts';
import { asWritten } from './as-written.ts';
import { check, type Coded } from './check.ts';
import { grade, NOTHING_KNOWN } from './grade.ts';
import { placeOfFound, type Making } from './locate.ts';
import { keyOfPath, keysUpwards } from './path-set.ts';
import { missingOf } from './rules/publish-rules.ts';
import { isDesiredStatus, judgeStatus, type Head } from './read-head.ts';
import type { ReadReference } from './reference-answer.ts';
import { resolveFor } from './resolve.ts';
import { checkShape } from './shape.ts';
import { RULES } from './rules/rules.ts';
import type { Source } from './yaml/source.ts';

/** What is needed to check a campaign's body, besides its file. */
interface BodyContext {
  readonly readReference: ReadReference;
  /** workspaces.yaml, for the positions of variables; if omitted, its text isn't available. */
  readonly configuration?: Source | undefined;
  readonly rules: TeamRules;
  /** The names of all workspaces. */
  readonly workspaces: readonly string[];
}

/** A campaign file in one workspace: what it says and what is wrong with it, whatever is live and whatever time it is. */
export interface LoadedBody {
  readonly workspace: Workspace;
  readonly file: string;
  readonly key: CampaignKey;
  readonly body: JsonObject;
  /** The status that the file requests. */
  readonly wanted: DesiredStatus | undefined;
  /** Undefined if the file has errors even for a campaign that has all this live. */
  readonly desired: Desired | undefined;
  readonly findings: readonly Finding[];
  readonly segments: readonly UsedSegment[];
}

/** One file for one workspace: overrides merged, references resolved, schema and rules checked. */
export function loadBody(head: Head, workspace: Workspace, context: BodyContext): LoadedBody {
  const [{ source, key }, { name }] = [head, workspace];
  const { readReference: read, configuration, rules } = context;
  const { status, ...resolved } = resolveFor(head, workspace, read);
  const body = isJsonObject(resolved.value) ? resolved.value : {};
  const wanted = isDesiredStatus(status) ? status : undefined;
  const making: Making = { head, workspace: name, origins: resolved.origins, configuration };
  const shape = notBelow(checkShape(body, context.workspaces), resolved.unresolved);
  const spoken = [...shape.filter(isMistake).map(({ path }) => path), ...resolved.unresolved];
  // Which components and fields a campaign has depends on its channel.
  const possible = isChannel(body.channel) ? RULES : [];
  const checked = check(possible, { key, body, status: wanted, workspace, rules }, spoken);
  const found = [...resolved.findings, ...shape, ...checked].map((one): Finding => {
    return { ...one, at: one.at ?? placeOfFound(one, making, body) };
  });
  const silent = [...spoken, ...found.map(({ path }) => path)];
  const findings = [...found, ...asWritten(body, making, silent), ...ofStatus(head, name, status)];
  const isSound = !hasErrors(grade(findings, { ...NOTHING_KNOWN, record: HAS_ALL }));
  return {
    ...{ workspace, file: source.file, key, body, wanted, findings },
    desired: isSound ? desiredFrom(making, body, wanted) : undefined,
    segments: segmentsOf(body, making),
  };
}

/** A campaign that was sent and has all that its file says, so that the file has an error only if no record excuses it. */
export const HAS_ALL: RecordedCampaign = {
  ...{ published: true, ended: true, status: undefined },
  keeps: () => true,
};

/** What leaves it open what the file means around it. A field that the service ignores doesn't. */
function isMistake({ code, only }: Coded): boolean {
  return code !== 'UNKNOWN_FIELD' && only !== 'new';
}

/** The status of the file itself is judged with its head. */
function ofStatus({ source, status }: Head, workspace: string, own: JsonValue | undefined): Finding[] {
  const path = overriding(['status'], workspace);
  if (own === undefined || own === status) return [];
  return judgeStatus(own, path).map((one) => ({ ...one, at: { file: source.file, ...source.at(path) } }));
}

/** Errors at or below an unresolved reference are only consequences of it. */
function notBelow<Found extends { readonly path: Path }>(
  found: readonly Found[],
  unresolved: readonly Path[],
): Found[] {
  const places = new Set(unresolved.map(keyOfPath));
  return found.filter(({ path }) => !keysUpwards(path).some((key) => places.has(key)));
}

/** The rule for V21 makes sure that there is one. */
function nameOf({ basic_details: details }: Components): string {
  return typeof details?.name === 'string' ? details.name : '';
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

function desiredFrom(
  { head, workspace, origins }: Making,
  body: JsonObject,
  status: DesiredStatus | undefined,
): Desired {
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
    status,
    components,
    missing: missingOf(body),
    positions: positionsIn(head.source, workspace),
    sources: [...new Set([head.source.file, ...files.map(({ file }) => file)])],
    links: [...new Set(files.flatMap(({ link }) => link ?? []))],
    variables: [...new Set(origins.flatMap((origin) => (origin.kind === 'var' ? [origin.name] : [])))],
  };
}
