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
import type { CampaignFile, ReadReference, Finding } from '../model/findings.ts';
import { groupBy } from '../model/grouping.ts';
import { isJsonObject, type JsonObject, type Path } from '../model/json.ts';
import type { Workspace } from '../model/workspace.ts';
import { NO_TEAM_RULES, type TeamRules } from '../model/team-rules.ts';
import {
  sameSegments,
  sameTargets,
  segmentsOf,
  takenKeys,
  unusedExceptions,
  geofenceOf,
  sameGeofences,
} from './across.ts';
import { asWritten } from './as-written.ts';
import { attributesOf, unknownAttributes } from './content/attributes.ts';
import { asSet } from './content/levels.ts';
import { check, soundBeside, withText } from './check.ts';
import { findingOfFault } from './file-diagnostic.ts';
import { keyOf, probableKey } from './key.ts';
import { placeOfFound, writtenAt, type Making } from './locate.ts';
import { isDesiredStatus, readHead, type Head } from './read-head.ts';
import { resolveFor } from './resolve.ts';
import { missingOf } from './rules/publish-rules.ts';
import { RULES } from './rules/rules.ts';
import { checkShape } from './shape.ts';
import { isSource, parseSource, type Source } from './yaml/source.ts';

export interface LoadInputs {
  readonly files: readonly CampaignFile[];
  /** Every workspace of the configuration: a file may name only these. */
  readonly workspaces: ReadonlyMap<string, Workspace>;
  readonly workspacesToLoad: readonly Workspace[];
  readonly readReference: ReadReference;
  /** Only these files are checked, although no two files may share a key; if omitted, all are checked. */
  readonly chosen?: ReadonlySet<string>;
  /**
   * workspaces.yaml: a problem with a variable is reported there. If omitted, it is reported where the variable is
   * used.
   */
  readonly configuration?: Source;
  /** If omitted, the team has no rules. */
  readonly rules?: TeamRules;
}

/** What the files say and what is wrong with them, whatever is live and whatever time it is. `judge` decides what matters. */
export interface Loaded {
  readonly workspaces: readonly string[];
  /** In files as a whole, and in workspaces.yaml: no record changes what these mean. */
  readonly findings: readonly Finding[];
  readonly campaigns: readonly LoadedCampaign[];
  /** Sends are counted when the campaigns are judged, since that depends on the day. */
  readonly rules: TeamRules;
}

/** A campaign file in one workspace. */
export interface LoadedCampaign {
  readonly workspace: Workspace;
  readonly file: string;
  readonly key: CampaignKey;
  readonly body: JsonObject;
  /** The status that the file requests. */
  readonly wanted: DesiredStatus | undefined;
  /** What the file says if it has no errors. */
  readonly desired: Desired;
  readonly findings: readonly Finding[];
  /** Whether the file is one of those that are checked; the others only count for rules about several campaigns. */
  readonly isChosen: boolean;
}

/** Text to campaigns: every mistake of every file is collected, nothing is thrown. */
export function loadCampaigns(inputs: LoadInputs): Loaded {
  const { files, workspacesToLoad, chosen, rules = NO_TEAM_RULES } = inputs;
  const isChosen = (file: string) => chosen?.has(file) ?? true;
  const workspaces = [...inputs.workspaces.keys()];
  const read = files.map((one) => ({ file: one.file, ...readFile(one, workspaces) }));
  const heads = read.flatMap(({ head }) => head ?? []);
  const bodies = workspacesToLoad.flatMap((workspace) =>
    read
      // The rules that count the sends of all campaigns need the others, too.
      .filter(({ file }) => isChosen(file) || (rules.sendsPerDay ?? rules.sendsPerWeek) !== undefined)
      .flatMap(({ head, findings }) => {
        if (!head || head.workspaces?.includes(workspace.name) === false) return [];
        const body = loadBody(head, workspace, inputs);
        return [{ ...body, findings: [...findings, ...body.findings] }];
      }),
  );
  const compared = groupBy(bodies, ({ workspace }) => workspace.name).flatMap((together) => {
    const found = [
      sameSegments(together.map((one) => one.segments)),
      sameGeofences(together),
      ...together.slice(0, 1).map(({ workspace }) =>
        unknownAttributes(
          together.map((one) => one.attributes),
          workspace,
        ),
      ),
    ];
    return together.map((one, index): LoadedCampaign => {
      const findings = [...one.findings, ...found.flatMap((each) => each[index] ?? [])];
      return { ...one, findings: asSet(findings, one.key, rules), isChosen: isChosen(one.file) };
    });
  });
  return {
    workspaces: workspacesToLoad.map(({ name }) => name),
    findings: [
      // A file that isn't checked still claims its key.
      ...read.filter(({ file }) => isChosen(file)).flatMap(({ findings }) => findings),
      ...takenKeys(heads).filter(({ at }) => isChosen(at.file)),
      ...ofConfiguration(inputs),
    ],
    campaigns: compared,
    rules,
  };
}

/** What workspaces.yaml says about the campaigns and their targets. */
function ofConfiguration({ configuration, workspacesToLoad, files }: LoadInputs): readonly Finding[] {
  if (!configuration) return [];
  const names = workspacesToLoad.map(({ name }) => name);
  const keys = files.map((one) => ('text' in one ? probableKey(one) : keyOf(one.below)));
  return [...sameTargets(configuration, names), ...unusedExceptions(configuration, keys)];
}

function readFile(
  given: CampaignFile,
  workspaces: readonly string[],
): { readonly head: Head | undefined; readonly findings: readonly Finding[] } {
  const { file, below } = given;
  if ('fault' in given) return { head: undefined, findings: [findingOfFault(file, given.fault)] };
  const source = parseSource(file, given.text);
  return isSource(source) ? readHead(source, { below, workspaces }) : { head: undefined, findings: source };
}

/** One file for one workspace: overrides merged, references resolved, schema and rules checked. */
function loadBody(head: Head, workspace: Workspace, inputs: LoadInputs) {
  const [{ source, key }, { name }] = [head, workspace];
  const { readReference: read, configuration, rules = NO_TEAM_RULES } = inputs;
  const { status, ...resolved } = resolveFor(head, workspace, read);
  const body = isJsonObject(resolved.value) ? resolved.value : {};
  const wanted = isDesiredStatus(status) ? status : undefined;
  const making: Making = { head, workspace: name, origins: resolved.origins, configuration };
  // Errors at or below an unresolved reference are only consequences of it.
  const isResolved = soundBeside(resolved.unresolved);
  const shape = checkShape(body).filter(({ path }) => isResolved(path));
  // A field that the service ignores doesn't leave it open what the file means around it.
  const mistakes = shape.filter(({ code, only }) => code !== 'UNKNOWN_FIELD' && only !== 'new');
  const spoken = [...mistakes.map(({ path }) => path), ...resolved.unresolved];
  // Which components and fields a campaign has depends on its channel.
  const possible = isChannel(body.channel) ? RULES : [];
  const checked = check(possible, { key, body, status: wanted, workspace, rules }, spoken);
  const found = [...resolved.findings, ...shape, ...checked].map((one): Finding => {
    const text = writtenAt(one.path, making);
    const at = one.at ?? placeOfFound(one, making, body);
    return { ...withText(one, text?.source.plain(text.path)), at };
  });
  const silent = [...spoken, ...found.map(({ path }) => path)];
  const findings = [...found, ...asWritten(body, making, silent)];
  return {
    ...{ workspace, file: source.file, key, body, wanted, findings },
    desired: desiredFrom(making, body, wanted),
    segments: segmentsOf(body, making),
    geofence: geofenceOf(body, making),
    attributes: attributesOf(body, making),
  };
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
  const name = components.basic_details?.name;
  return {
    key: head.key,
    file: head.source.file,
    channel: body.channel as Channel,
    deliveryType: body.campaign_delivery_type as DeliveryType,
    // The rule for V21 makes sure that there is one.
    name: typeof name === 'string' ? name : '',
    status,
    components,
    missing: missingOf(body),
    positions: positionsIn(head.source, workspace),
    sources: [...new Set([head.source.file, ...files.map(({ file }) => file)])],
    links: [...new Set(files.flatMap(({ link }) => link ?? []))],
    variables: [...new Set(origins.flatMap((origin) => (origin.kind === 'var' ? [origin.name] : [])))],
  };
}
