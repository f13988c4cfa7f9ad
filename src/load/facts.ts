import {
  COMPONENTS,
  type Channel,
  type DeliveryType,
  type Desired,
  type DesiredStatus,
  type Position,
  type Positioned,
} from '../model/campaign.ts';
import { isChannel } from '../model/channel.ts';
import type { CampaignFile, Finding, Place } from '../model/findings.ts';
import { isJsonObject, valueAt, type JsonObject, type Path } from '../model/json.ts';
import { NO_TEAM_RULES, type TeamRules } from '../model/team-rules.ts';
import type { Workspace } from '../model/workspace.ts';
import { geofenceOf, segmentsOf, type Claim, type UsedSegment } from './across.ts';
import { check, findInText, soundBeside, withText, type InText } from './check.ts';
import {
  attributesOf,
  distinctAttributes,
  type Attribute,
  type UsedAttribute,
} from './content/attributes.ts';
import { textReader } from './content/texts.ts';
import { findingOfFault } from './file-diagnostic.ts';
import { keyOf } from './key.ts';
import { asWritten, inCampaign, placeOfFound, placeOfValue, writtenAt, type Making } from './locate.ts';
import { isDesiredStatus, readHead, type Head } from './read-head.ts';
import { headOfFile, resolveFor, type TextInputs } from './resolve.ts';
import { mapsOfFilters } from './rules/placed.ts';
import { RULES } from './rules/rules.ts';
import { checkShape } from './shape.ts';
import type { Source } from './yaml/source.ts';

// What a file says by itself, as plain JSON. It depends on nothing but the texts of the file and of what it refers to,
// workspaces.yaml, and this program, so it can be kept for as long as these stay the same. What several files show
// together, what the record says, and bodies, which are resolved from the texts when they are needed, are no part of it.

/** What a file says. */
export interface FileFacts {
  /** Findings in the file as a whole. */
  readonly findings: readonly Finding[];
  /** Undefined if the file is no campaign. */
  readonly campaign?: CampaignFacts;
}

export interface CampaignFacts extends Claim, Pick<Head, 'workspaces'> {
  /** For those of the workspaces that were asked for that the file is meant for. */
  readonly bodies: Readonly<Record<string, BodyFacts>>;
  /** Only needed where a campaign is compared with something, or changed. */
  readonly details: FileDetails;
}

/** What a file says for a workspace, besides its body. */
export interface BodyFacts extends Pick<Desired, 'name' | 'sources' | 'links' | 'variables'> {
  readonly channel: Channel;
  readonly deliveryType: DeliveryType;
  /** Whether something that it refers to is missing. */
  readonly isUnresolved?: boolean;
  /** The status that the file requests. */
  readonly wanted?: DesiredStatus | undefined;
  readonly findings: readonly Finding[];
  readonly segments: readonly UsedSegment[];
  readonly geofence?: ReturnType<typeof geofenceOf>;
  readonly attributes: readonly Attribute[];
}

/** What its bodies are resolved from, and where what is in them is written, by workspace. */
export interface FileDetails extends Pick<Head, 'said' | 'overrides' | 'snippets'> {
  readonly campaigns: Readonly<Record<string, Positions>>;
}

type Positions = readonly (readonly [Positioned, Position])[];

export interface FactInputs extends TextInputs {
  /**
   * workspaces.yaml: a problem with a variable is reported there. If omitted, it is reported where the variable is
   * used.
   */
  readonly configuration?: Source;
  /** If omitted, the team has no rules. */
  readonly rules?: TeamRules;
  /** Set if nobody asks whether what the bodies say is right. */
  readonly isUnchecked?: boolean;
}

/** Reads and checks a file once for all of the given workspaces. Its text is parsed once, and no tree of it is kept. */
export function factsOf(
  given: CampaignFile,
  workspaces: readonly Workspace[],
  inputs: FactInputs,
): FileFacts {
  if ('fault' in given) return { findings: [findingOfFault(given.file, given.fault)] };
  const { head, findings } = readHead(given, inputs.workspaces.keys());
  if (!head) return { findings };
  const { source, key, said, overrides, snippets } = head;
  const { rules = NO_TEAM_RULES } = inputs;
  const textsOf = textReader((text) => (inputs.isUnchecked ? [] : findInText(RULES, text, rules)));
  // What no workspace changes is the same in all that have the same features.
  const common = new Map<string, BodyFacts>();
  const bodies = workspaces
    .filter(({ name }) => head.workspaces?.includes(name) ?? true)
    .map((workspace) => {
      const { name, features } = workspace;
      const kind = JSON.stringify(Object.hasOwn(overrides, name) ? name : features);
      const facts = common.get(kind) ?? bodyOf(head, workspace, { ...inputs, rules, textsOf });
      if (!facts.isUnresolved && facts.variables.length === 0) common.set(kind, facts);
      return [name, facts] as const;
    });
  const folder = snippets.slice(0, -'snippets'.length);
  return {
    findings,
    campaign: {
      ...{ key, workspaces: head.workspaces },
      at: source.at(source.has(['key']) ? ['key'] : []),
      isNamedByPath: keyOf(source.file.slice(folder.length)) === key,
      bodies: Object.fromEntries(bodies),
      details: {
        ...{ said, overrides, snippets },
        campaigns: Object.fromEntries(bodies.map(([name]) => [name, positionsIn(head, name)])),
      },
    },
  };
}

/** Where a campaign uses attributes of users, of which only the names are kept. */
export function attributesIn(
  given: CampaignFile,
  workspace: Workspace,
  inputs: FactInputs,
): (UsedAttribute & { readonly at: Place })[] {
  const found = makingOf(given, workspace, inputs);
  if (!found) return [];
  const used = attributesOf(textReader(() => [])(found.body));
  return used.map((one) => ({ ...one, at: placeOfValue(one.path, found.making, one) }));
}

/** A campaign's body for a workspace, and what it is made of; undefined if the file is no campaign. */
export function makingOf(given: CampaignFile, workspace: Workspace, inputs: FactInputs) {
  const head = headOfFile(given, inputs);
  return head && bodyFor(head, workspace, inputs);
}

function bodyFor(head: Head, workspace: Workspace, { readReference, configuration }: FactInputs) {
  const resolved = resolveFor(head, workspace, readReference);
  const making: Making = { head, workspace: workspace.name, origins: resolved.origins, configuration };
  return { resolved, making, body: isJsonObject(resolved.value) ? resolved.value : {} };
}

interface BodyInputs extends FactInputs {
  readonly rules: TeamRules;
  readonly textsOf: ReturnType<typeof textReader<InText>>;
}

/** One file for one workspace: overrides merged, references resolved, schema and rules checked. */
function bodyOf(
  head: Head,
  workspace: Workspace,
  { rules, textsOf, isUnchecked, ...inputs }: BodyInputs,
): BodyFacts {
  const { key } = head;
  const { resolved, making, body } = bodyFor(head, workspace, inputs);
  const wanted = isDesiredStatus(resolved.status) ? resolved.status : undefined;
  const [texts, filters] = [textsOf(body), mapsOfFilters(body)];
  const said = {
    ...saidBy(making, body),
    ...(resolved.findings.length > 0 && { isUnresolved: true }),
    wanted,
    segments: segmentsOf(filters, making),
    geofence: geofenceOf(body, making),
    attributes: distinctAttributes(texts),
  };
  if (isUnchecked) return { ...said, findings: [] };
  // Errors at or below an unresolved reference are only consequences of it.
  const isResolved = soundBeside(resolved.unresolved);
  const shape = checkShape(body).filter(({ path }) => isResolved(path));
  // A field that the service ignores doesn't leave it open what the file means around it.
  const mistakes = shape.filter(({ code, only }) => code !== 'UNKNOWN_FIELD' && only !== 'new');
  const spoken = [...mistakes.map(({ path }) => path), ...resolved.unresolved];
  // Which components and fields a campaign has depends on its channel.
  const possible = isChannel(body.channel) ? RULES : [];
  const checked = check(possible, { key, body, status: wanted, workspace, rules, texts, filters }, spoken);
  const found = [...resolved.findings, ...shape, ...checked].map((one): Finding => {
    const text = writtenAt(one.path, making);
    const at = one.at ?? placeOfFound(one, making, body);
    return { ...withText(one, text?.source.plain(text.path)), at };
  });
  const silent = [...spoken, ...found.map(({ path }) => path)];
  return { ...said, findings: [...found, ...asWritten(texts, making, silent)] };
}

/** Fields that have a position even if the file doesn't set them, which is that of the file. */
const ALWAYS = ['status', 'channel', 'campaign_delivery_type', ...COMPONENTS] as const;
const IF_SET: readonly (readonly [Positioned, Path])[] = [
  ['key', ['key']],
  ['start_time', ['scheduling_details', 'start_time']],
  ['expiry_time', ['scheduling_details', 'expiry_time']],
];

function positionsIn(head: Head, workspace: string): Positions {
  const written = (path: Path) => inCampaign(path, { head, workspace });
  const fields: (readonly [Positioned, Path])[] = [
    ...ALWAYS.map((name) => [name, [name]] as const),
    ...IF_SET.filter(([, path]) => written(path).isWritten),
  ];
  return fields.map(([name, path]) => {
    const { source, path: at } = written(path);
    const { line, column } = source.at(at, { on: 'key' });
    return [name, { line, column }];
  });
}

function saidBy({ head, origins }: Making, body: JsonObject) {
  const files = origins.flatMap((one) => (one.kind === 'file' ? [one, ...one.snippets] : []));
  const name = valueAt(body, ['basic_details', 'name']);
  return {
    channel: body.channel as Channel,
    deliveryType: body.campaign_delivery_type as DeliveryType,
    // The rule for V21 makes sure that there is one.
    name: typeof name === 'string' ? name : '',
    sources: [...new Set([head.source.file, ...files.map(({ file }) => file)])],
    links: [...new Set(files.flatMap(({ link }) => link ?? []))],
    variables: [...new Set(origins.flatMap((one) => (one.kind === 'var' ? one.name : [])))],
  };
}
