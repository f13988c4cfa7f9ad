import {
  COMPONENTS,
  type CampaignKey,
  type Components,
  type Desired,
  type DesiredStatus,
} from '../model/campaign.ts';
import type { CampaignFile, Finding, GlanceAtReference, ReadReference } from '../model/findings.ts';
import { isJsonObject, type JsonObject } from '../model/json.ts';
import { CONTENT_RULES, NO_TEAM_RULES, ruleFor, type TeamRules } from '../model/team-rules.ts';
import type { Workspace } from '../model/workspace.ts';
import { sameGeofences, sameSegments, sameTargets, takenKeys, unusedExceptions } from './across.ts';
import { unknownAttributes } from './content/attributes.ts';
import {
  attributesIn,
  factsOf,
  type BodyFacts,
  type CampaignFacts,
  type FactInputs,
  type FileFacts,
} from './facts.ts';
import { keyOf, probableKey } from './key.ts';
import type { KnownFacts, Reading } from './known-facts.ts';
import { resolveFor } from './resolve.ts';
import { missingOf } from './rules/publish-rules.ts';
import type { Touch } from './touched-campaigns.ts';

export interface LoadInputs extends FactInputs {
  readonly files: readonly CampaignFile[];
  readonly workspacesToLoad: readonly Workspace[];
  /** Only these files are checked, although no two files may share a key; if omitted, all are checked. */
  readonly chosen?: ReadonlySet<string>;
  /**
   * Of the others, bodies are not checked, as long as everything that they refer to is there. If omitted, all are.
   */
  readonly touches?: Touch['touches'] | undefined;
  /** What files said by themselves when they were last checked; if omitted, all are checked now. */
  readonly known?: KnownFacts;
  readonly glanceAtReference?: GlanceAtReference;
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

/** A campaign file in one workspace. Its body is resolved when it is needed. */
export interface LoadedCampaign {
  readonly workspace: Workspace;
  readonly file: string;
  readonly key: CampaignKey;
  readonly body: JsonObject;
  readonly wanted: DesiredStatus | undefined;
  /** What the file says if it has no errors. */
  readonly desired: Desired;
  readonly findings: readonly Finding[];
  /** Whether the file is one of those that are checked; the others only count for rules about several campaigns. */
  readonly isChosen: boolean;
  /** Whether its body was checked. */
  readonly isTouched: boolean;
}

/** Text to campaigns: every mistake of every file is collected, nothing is thrown. */
export function loadCampaigns(inputs: LoadInputs): Loaded {
  const { files, workspacesToLoad, chosen, touches, readReference, rules = NO_TEAM_RULES } = inputs;
  const isChosen = (file: string) => chosen?.has(file) ?? true;
  // The rules that count the sends of all campaigns need the others, too.
  const areAllCounted = (rules.sendsPerDay ?? rules.sendsPerWeek) !== undefined;
  const read = files.map((file): ReadFile => {
    const workspaces = areAllCounted || isChosen(file.file) ? workspacesToLoad : [];
    const itself = { key: keyOf(file.below) as CampaignKey, sources: [file.file], links: [], variables: [] };
    const isUnchecked = touches !== undefined && !touches(itself);
    const facts = knownOrNew(file, workspaces, { ...inputs, isUnchecked });
    const { key = itself.key, bodies = {} } = facts.campaign ?? {};
    const isTouched = isUnchecked && Object.values(bodies).some((body) => isAffected(key, body, touches));
    return { file, facts: isTouched ? knownOrNew(file, workspaces, inputs) : facts };
  });
  const compared = workspacesToLoad.flatMap((workspace) => {
    const together = read.flatMap(({ file, facts }) => {
      const { campaign } = facts;
      const body = campaign?.bodies[workspace.name];
      return campaign && body && (areAllCounted || isChosen(file.file))
        ? [{ file, facts, campaign, body }]
        : [];
    });
    const found = [
      sameSegments(together.map(({ body }) => body.segments)),
      sameGeofences(together.map(({ file, body }) => ({ file: file.file, geofence: body.geofence }))),
      unknownAttributes(
        together.map(({ file, body: { attributes } }) => ({ file, attributes })),
        workspace,
        ({ file }) => attributesIn(file, workspace, inputs),
      ),
    ];
    return together.map((one, index) => {
      const { key } = one.campaign;
      const isTouched = touches === undefined || isAffected(key, one.body, touches);
      const findings = [
        ...one.facts.findings,
        ...(isTouched ? one.body.findings : []),
        ...found.flatMap((each) => each[index] ?? []),
      ];
      const checked = { workspace, isTouched, isChosen: isChosen(one.file.file) };
      return campaignOf(one, { ...checked, findings: asSet(findings, key, rules) }, readReference);
    });
  });
  return {
    workspaces: workspacesToLoad.map(({ name }) => name),
    findings: [
      // A file that isn't checked still claims its key.
      ...read.filter(({ file }) => isChosen(file.file)).flatMap(({ facts }) => facts.findings),
      ...takenKeys(read.flatMap(({ facts }) => facts.campaign ?? [])).filter(({ at }) => isChosen(at.file)),
      ...ofConfiguration(inputs, read),
    ],
    campaigns: compared,
    rules,
  };
}

/**
 * Findings about content as the team wants them: none where a rule is off or a campaign is exempt; errors where the rule is
 * an error, except about content that live has (open point V24).
 */
function asSet(findings: readonly Finding[], key: CampaignKey, { content }: TeamRules): Finding[] {
  return findings.flatMap((finding) => {
    const name = CONTENT_RULES.find((one) => one.toUpperCase() === finding.code);
    const setting = name && content?.[name];
    if (!setting) return [finding];
    if (setting.level === 'off' || !ruleFor(setting, key)) return [];
    return setting.level === 'error' ? [{ ...finding, level: 'error', only: 'new' }] : [finding];
  });
}

/** What workspaces.yaml says about the campaigns and their targets. */
function ofConfiguration(
  { configuration, workspacesToLoad }: LoadInputs,
  files: readonly ReadFile[],
): readonly Finding[] {
  if (!configuration) return [];
  const names = workspacesToLoad.map(({ name }) => name);
  const keys = files.map(
    ({ file, facts: { campaign } }) =>
      campaign?.key ?? ('text' in file ? probableKey(file) : keyOf(file.below)),
  );
  return [...sameTargets(configuration, names), ...unusedExceptions(configuration, keys)];
}

interface ReadFile {
  readonly file: CampaignFile;
  readonly facts: FileFacts;
}

/** What a body refers to may be missing because of the changes. */
function isAffected(key: CampaignKey, body: BodyFacts, touches: Touch['touches']): boolean {
  return body.isUnresolved === true || touches({ ...body, key });
}

function knownOrNew(file: CampaignFile, workspaces: readonly Workspace[], inputs: LoadInputs): FileFacts {
  const { known, readReference, glanceAtReference, isUnchecked = false } = inputs;
  const names = workspaces.map(({ name }) => name);
  const before = known?.get(file, names, inputs);
  if (before) return before;
  const readings = new Map<string, Reading>();
  const recording: ReadReference = (from, path) => {
    readings.set(`${from}\0${path}`, [from, path]);
    return readReference(from, path);
  };
  const facts = factsOf(file, workspaces, known ? { ...inputs, readReference: recording } : inputs);
  const asked = { workspaces: names, readReference, glanceAtReference, isUnchecked };
  return known?.put(file, facts, { ...asked, readings: [...readings.values()] }) ?? facts;
}

/** A campaign of which everything but its findings is made when somebody asks. */
function campaignOf(
  { file: { file }, campaign, body: said }: ReadFile & { campaign: CampaignFacts; body: BodyFacts },
  checked: Pick<LoadedCampaign, 'workspace' | 'findings' | 'isChosen' | 'isTouched'>,
  readReference: ReadReference,
): LoadedCampaign {
  const { workspace } = checked;
  const { key } = campaign;
  const { wanted, channel, deliveryType, name, sources, links, variables } = said;
  const body = once(() => {
    const { value } = resolveFor({ source: { file }, ...campaign.details }, workspace, readReference);
    return isJsonObject(value) ? value : {};
  });
  const components = once(() => componentsOf(body()));
  const missing = once(() => missingOf(body()));
  const positions = once(() => new Map(campaign.details.campaigns[workspace.name]));
  const desired: Desired = {
    ...{ key, file, status: wanted, channel, deliveryType, name, sources, links, variables },
    get components() {
      return components();
    },
    get missing() {
      return missing();
    },
    get positions() {
      return positions();
    },
  };
  return {
    ...{ ...checked, file, key, wanted, desired },
    get body() {
      return body();
    },
  };
}

function componentsOf(body: JsonObject): Components {
  const own = COMPONENTS.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]]));
  return Object.fromEntries(own) as Components;
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
