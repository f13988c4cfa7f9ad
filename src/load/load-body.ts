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
import type { Finding, ReadReference } from '../model/findings.ts';
import { isJsonObject, type JsonObject, type Path } from '../model/json.ts';
import type { Workspace } from '../model/workspace.ts';
import type { TeamRules } from '../model/team-rules.ts';
import { segmentsOf, type UsedSegment } from './across.ts';
import { asWritten } from './as-written.ts';
import { check, soundBeside, type Coded } from './check.ts';
import { placeOfFound, type Making } from './locate.ts';
import { missingOf } from './rules/publish-rules.ts';
import { isDesiredStatus, type Head } from './read-head.ts';
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
}

/** A campaign file in one workspace: what it says and what is wrong with it, whatever is live and whatever time it is. */
export interface LoadedBody {
  readonly workspace: Workspace;
  readonly file: string;
  readonly key: CampaignKey;
  readonly body: JsonObject;
  /** The status that the file requests. */
  readonly wanted: DesiredStatus | undefined;
  /** What the file says if it has no errors. */
  readonly desired: Desired;
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
  // Errors at or below an unresolved reference are only consequences of it.
  const isResolved = soundBeside(resolved.unresolved);
  const shape = checkShape(body).filter(({ path }) => isResolved(path));
  const spoken = [...shape.filter(isMistake).map(({ path }) => path), ...resolved.unresolved];
  // Which components and fields a campaign has depends on its channel.
  const possible = isChannel(body.channel) ? RULES : [];
  const checked = check(possible, { key, body, status: wanted, workspace, rules }, spoken);
  const found = [...resolved.findings, ...shape, ...checked].map((one): Finding => {
    return { ...one, at: one.at ?? placeOfFound(one, making, body) };
  });
  const silent = [...spoken, ...found.map(({ path }) => path)];
  const findings = [...found, ...asWritten(body, making, silent)];
  return {
    ...{ workspace, file: source.file, key, body, wanted, findings },
    desired: desiredFrom(making, body, wanted),
    segments: segmentsOf(body, making),
  };
}

/** What leaves it open what the file means around it. A field that the service ignores doesn't. */
function isMistake({ code, only }: Coded): boolean {
  return code !== 'UNKNOWN_FIELD' && only !== 'new';
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
      const { line, column } = source.at(source.has(overridden) ? overridden : path, { on: 'key' });
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
