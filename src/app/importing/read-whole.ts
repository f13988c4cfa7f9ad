import { canonical, pointer } from '../../model/canonical.ts';
import {
  componentNames,
  type CampaignId,
  type ComponentName,
  type LeavesByComponent,
  type Live,
} from '../../model/campaign.ts';
import type { AnswerProblem } from '../../model/answer-problem.ts';
import { leafAt } from '../../model/component-leaves.ts';
import { isJsonObject, isList, sameJson, type JsonValue, type Path } from '../../model/json.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { CampaignService } from '../../remote/campaign-service.ts';
import type { Context } from '../context.ts';
import { requireAnswers } from '../reading/gather.ts';

// A row of a search may lack components (open point W13), and a component may contain values that change by themselves
// (open point W32). Neither is visible in one read, and nothing is known yet about campaigns without a file. So a small
// sample of campaigns that covers every component is also read by Get. If Get shows more than the row, all campaigns
// are read by Get; a value that differs although `updated_at` is the same is written to no file.

/** Campaigns as a file may describe them. */
export interface WholeCampaigns {
  readonly campaigns: readonly Live[];
  readonly changing: ReadonlyMap<CampaignId, LeavesByComponent>;
  /** Campaigns that could not be read, and why. */
  readonly unreadable: ReadonlyMap<CampaignId, AnswerProblem>;
}

type Reads = Pick<CampaignService, 'readEach'>;

/**
 * Reads what the rows of a search may lack: a handful of 300 campaigns, unless rows are summaries. Throws UserFailure if
 * the service refuses the credential.
 */
export async function readWhole(
  service: Reads,
  rows: readonly Live[],
  { context, workspace }: { readonly context: Pick<Context, 'interaction'>; readonly workspace: Workspace },
): Promise<WholeCampaigns> {
  const read = (some: readonly Live[]) => readRows(service, some, workspace);
  const samples = await read(samplesOf(rows));
  const areSummaries = rows.some((row) => {
    const whole = samples.found.get(row.id);
    if (!whole) return false;
    const [some, all] = [row, whole].map(({ unknownParts = [] }) => unknownParts.map(({ name }) => name));
    return (
      componentNames(whole.components).some((name) => !row.components[name]) ||
      all?.some((name) => !some?.includes(name))
    );
  });
  const bare = rows.filter((row) => isBare(row) && !samples.found.has(row.id));
  const missing = areSummaries ? rows.filter((row) => !samples.found.has(row.id)) : bare;
  if (missing.length > 10) context.interaction.progress({ kind: 'reading-each', campaigns: missing.length });
  const rest = await read(missing);
  const unreadable = new Map([...samples.unreadable, ...rest.unreadable]);
  const campaigns = rows
    .filter(({ id }) => !unreadable.has(id))
    .map((row) => rest.found.get(row.id) ?? samples.found.get(row.id) ?? row);
  const moving = movingLeaves(rows, samples.found);
  return {
    campaigns,
    changing: new Map(
      campaigns.map((live): [CampaignId, LeavesByComponent] => [live.id, within(live, moving)]),
    ),
    unreadable,
  };
}

async function readRows(
  service: Reads,
  rows: readonly Live[],
  workspace: Workspace,
): Promise<{
  readonly found: ReadonlyMap<CampaignId, Live>;
  readonly unreadable: ReadonlyMap<CampaignId, AnswerProblem>;
}> {
  const known = new Map(rows.map(({ id, documentId }) => [id, { documentId, components: [] }]));
  const answers = await service.readEach(
    rows.map(({ id }) => id),
    known,
  );
  const refused = [...answers.values()].find((one) => one.kind === 'unknown' && one.cause === 'credential');
  if (refused) requireAnswers([refused], workspace);
  const found = new Map<CampaignId, Live>();
  const unreadable = new Map<CampaignId, AnswerProblem>();
  for (const row of rows) {
    const answer = answers.get(row.id);
    if (answer?.kind === 'present') found.set(row.id, { ...row, ...answer.live });
    else unreadable.set(row.id, answer?.kind === 'unknown' ? answer.problem : { code: 'no-such-campaign' });
  }
  return { found, unreadable };
}

/** A row with only a name: a draft that was just started, or a summary. */
function isBare({ components }: Live): boolean {
  return componentNames(components).every((name) => name === 'basic_details');
}

/**
 * Campaigns that cover each component of each channel, and one of every delivery type, because a type may lack its own
 * components.
 */
function samplesOf(rows: readonly Live[]): Live[] {
  const seen = new Set<string>();
  return rows.filter(({ channel, deliveryType, components }) => {
    const marks = [deliveryType, ...componentNames(components)].map((one) => `${channel} ${one}`);
    const isNews = marks.some((mark) => !seen.has(mark));
    for (const mark of marks) seen.add(mark);
    return isNews;
  });
}

/** Leaves that differ between two reads of a campaign that was not edited in between. */
function movingLeaves(
  rows: readonly Live[],
  again: ReadonlyMap<CampaignId, Live>,
): ReadonlyMap<ComponentName, ReadonlySet<string>> {
  const moving = new Map<ComponentName, Set<string>>();
  for (const row of rows) {
    const second = again.get(row.id);
    if (second === undefined || row.updatedAt === undefined || row.updatedAt !== second.updatedAt) continue;
    for (const name of componentNames(row.components)) {
      const [one, other] = [row.components[name], second.components[name]];
      if (one === undefined || other === undefined) continue;
      const paths = differing(canonical(name, one), canonical(name, other));
      if (paths.length > 0) moving.set(name, new Set([...(moving.get(name) ?? []), ...paths.map(pointer)]));
    }
  }
  return moving;
}

function differing(one: JsonValue, other: JsonValue, path: Path = []): Path[] {
  if (sameJson(one, other)) return [];
  if (isList(one) && isList(other) && one.length === other.length)
    return one.flatMap((item, at) => differing(item, other[at] ?? null, [...path, at]));
  if (!isJsonObject(one) || !isJsonObject(other)) return [path];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.flatMap((name) => differing(one[name] ?? null, other[name] ?? null, [...path, name]));
}

/** The fields that a campaign has. */
function within(
  { components }: Live,
  moving: ReadonlyMap<ComponentName, ReadonlySet<string>>,
): LeavesByComponent {
  return Object.fromEntries(
    [...moving].flatMap(([name, paths]): [ComponentName, readonly string[]][] => {
      const own = [...paths].filter((at) => leafAt(name, components[name], at) !== undefined).sort();
      return own.length === 0 ? [] : [[name, own]];
    }),
  );
}
