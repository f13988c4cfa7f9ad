import type { AnswerProblem } from '../../model/answer-problem.ts';
import { canonical, pointer } from '../../model/canonical.ts';
import {
  componentNames,
  type CampaignId,
  type ComponentName,
  type LeavesByComponent,
  type Live,
} from '../../model/campaign.ts';
import { leafAt } from '../../model/component-leaves.ts';
import { EXIT } from '../../model/exit.ts';
import type { LeftOut } from '../../model/import.ts';
import { isJsonObject, isList, sameJson, type JsonValue, type Path } from '../../model/json.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { CampaignService } from '../../remote/campaign-service.ts';
import type { InWorkspace } from '../context.ts';
import { UserFailure } from '../process/user-failure.ts';
import { requireAnswers } from '../gather.ts';

type Service = Pick<CampaignService, 'listCampaigns' | 'readCampaigns' | 'readEach'>;

/** Campaigns as a search shows them, and those that it doesn't show. */
export interface FoundCampaigns {
  readonly campaigns: readonly Live[];
  readonly leftOut: readonly LeftOut[];
}

/** All campaigns of a workspace; throws UserFailure if the service can't be read. */
export async function listWorkspace(service: Service, workspace: Workspace): Promise<FoundCampaigns> {
  const listing = await service.listCampaigns({ children: true });
  if (listing.kind === 'unknown') {
    requireAnswers([listing], workspace);
    const { problem } = listing;
    throw new UserFailure(EXIT.FAILED, {
      code: 'campaign-unreadable',
      campaignId: undefined,
      workspace: workspace.name,
      problem,
    });
  }
  const found: Live[] = [];
  const leftOut: LeftOut[] = [];
  const summaries: CampaignId[] = [];
  for (const one of listing.campaigns) {
    if (one.kind === 'present') found.push(one.live);
    else if (one.kind === 'summary') summaries.push(one.id);
    else leftOut.push(unreadable(one.id, one.problem));
  }
  if (summaries.length === 0) return { campaigns: found, leftOut };
  const rest = await readNamed(service, summaries, workspace);
  return { campaigns: [...found, ...rest.campaigns], leftOut: [...leftOut, ...rest.leftOut] };
}

/** The campaigns with these IDs; throws UserFailure if the service can't be read at all. */
export async function readNamed(
  service: Service,
  ids: readonly CampaignId[],
  workspace: Workspace,
): Promise<FoundCampaigns> {
  const answers = await service.readCampaigns([...new Set(ids)]);
  requireAnswers([...answers.values()], workspace);
  const campaigns: Live[] = [];
  const leftOut: LeftOut[] = [];
  for (const [id, answer] of answers) {
    if (answer.kind === 'present') campaigns.push(answer.live);
    else if (answer.kind === 'missing') leftOut.push({ id, live: undefined, reason: { code: 'missing' } });
    else leftOut.push(unreadable(id, answer.problem));
  }
  return { campaigns, leftOut };
}

function unreadable(id: CampaignId | undefined, problem: AnswerProblem, live?: Live): LeftOut {
  return { id: id ?? ('' as CampaignId), live, reason: { code: 'unreadable', problem } };
}

/** Campaigns as a file may describe them, with the leaves that change by themselves. */
export interface WholeCampaigns extends FoundCampaigns {
  readonly changing: ReadonlyMap<CampaignId, LeavesByComponent>;
}

/**
 * Reads what the rows of a search may lack (open point W13), and finds values that change by themselves (open point
 * W32). Neither is visible in one read, so a sample that covers every component is also read by Get. If Get shows more
 * than the row, all campaigns are read by Get. A value that differs although `updated_at` is the same is written to no
 * file. Throws UserFailure if the service refuses the credential.
 */
export async function readWhole(
  service: Service,
  rows: readonly Live[],
  {
    context,
    workspace,
  }: { readonly context: Pick<InWorkspace['context'], 'interaction'>; readonly workspace: Workspace },
): Promise<WholeCampaigns> {
  const samples = samplesOf(rows);
  const first = await readEach(service, samples, workspace);
  const areParts = samples.some((row) => showsMore(row, first.get(row.id)));
  const others = rows.filter((row) => !samples.includes(row) && (areParts || isBare(row)));
  if (others.length > 10) context.interaction.progress({ kind: 'reading-each', campaigns: others.length });
  const answers = new Map([...first, ...(await readEach(service, others, workspace))]);
  const campaigns: Live[] = [];
  const leftOut: LeftOut[] = [];
  for (const row of rows) {
    const answer = answers.get(row.id) ?? row;
    if (!('code' in answer)) campaigns.push(answer);
    else leftOut.push(unreadable(row.id, answer, row));
  }
  const moving = movingLeaves(samples, first);
  return { campaigns, leftOut, changing: new Map(campaigns.map((live) => [live.id, within(live, moving)])) };
}

/** What Get shows of each campaign, or why it shows nothing. */
type Answers = ReadonlyMap<CampaignId, Live | AnswerProblem>;

async function readEach(service: Service, rows: readonly Live[], workspace: Workspace): Promise<Answers> {
  const known = new Map(rows.map(({ id, documentId }) => [id, { documentId, components: [] }]));
  const answers = await service.readEach([...known.keys()], known);
  const refused = [...answers.values()].find((one) => one.kind === 'unknown' && one.cause === 'credential');
  if (refused) requireAnswers([refused], workspace);
  return new Map(
    rows.map((row): [CampaignId, Live | AnswerProblem] => {
      const answer = answers.get(row.id);
      if (answer?.kind === 'present') return [row.id, { ...row, ...answer.live }];
      return [row.id, answer?.kind === 'unknown' ? answer.problem : { code: 'no-such-campaign' }];
    }),
  );
}

function showsMore(row: Live, whole: Live | AnswerProblem | undefined): boolean {
  if (!whole || 'code' in whole) return false;
  const [some, all] = [row, whole].map(({ components, unknownParts = [] }) => [
    ...componentNames(components),
    ...unknownParts.map(({ name }) => name),
  ]);
  return all?.some((name) => !some?.includes(name)) ?? false;
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
  again: Answers,
): ReadonlyMap<ComponentName, ReadonlySet<string>> {
  const moving = new Map<ComponentName, Set<string>>();
  for (const row of rows) {
    const second = again.get(row.id);
    if (!second || 'code' in second || !row.updatedAt || row.updatedAt !== second.updatedAt) continue;
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

/** Those of the leaves that a campaign has. */
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
