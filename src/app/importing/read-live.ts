import type { AnswerProblem, LiveAnswer } from '../../model/live-answer.ts';
import {
  componentNames,
  type CampaignId,
  type CampaignKey,
  type ComponentName,
  type LeavesByComponent,
  type Live,
} from '../../model/campaign.ts';
import { leafAt } from '../../model/component-leaves.ts';
import { EXIT, type ExitCode } from '../../model/exit.ts';
import type { LeftOut } from '../../model/rewrite.ts';
import { steady } from '../../model/self-changing.ts';
import { newBinding } from '../../model/state.ts';
import type { CampaignService } from '../../remote/campaign-service.ts';
import type { InWorkspace } from '../context.ts';
import { UserFailure } from '../process/user-failure.ts';
import { requireAnswers } from '../gather.ts';

interface Reading extends InWorkspace {
  readonly service: CampaignService;
}

/** Campaigns that the service shows, and those that it doesn't. */
interface FoundCampaigns {
  readonly campaigns: readonly Live[];
  readonly leftOut: readonly LeftOut[];
}

/** The campaigns with these IDs, or all of the workspace; throws UserFailure if the service can't be read. */
export async function findCampaigns(
  ids: readonly CampaignId[] | undefined,
  { service, workspace }: Reading,
): Promise<FoundCampaigns> {
  const listing = ids ? undefined : await service.listCampaigns({ children: true });
  if (listing?.kind === 'unknown') {
    requireAnswers([listing], workspace);
    throw unreadable(undefined, listing.problem, { workspace });
  }
  const rows = listing?.campaigns ?? [];
  const rest = ids ?? rows.flatMap((one) => (one.kind === 'summary' ? [one.id] : []));
  const answers = await service.readCampaigns([...new Set(rest)]);
  requireAnswers([...answers.values()], workspace);
  const shown = rows.flatMap((one): [CampaignId | undefined, Shown][] => {
    if (one.kind === 'malformed') return [[one.id, { kind: 'unknown', problem: one.problem }]];
    return one.kind === 'present' ? [[one.live.id, one]] : [];
  });
  return sorted([...shown, ...answers]);
}

/** What an answer about a campaign says to an import. */
type Shown = Exclude<LiveAnswer, { kind: 'unknown' }> | { kind: 'unknown'; problem: AnswerProblem };

function sorted(
  answers: Iterable<readonly [id: CampaignId | undefined, answer: Shown]>,
  rows: ReadonlyMap<CampaignId, Live> = new Map(),
): FoundCampaigns {
  const campaigns: Live[] = [];
  const leftOut: LeftOut[] = [];
  for (const [id = '' as CampaignId, one] of answers) {
    const live = rows.get(id);
    if (one.kind === 'present') campaigns.push({ ...live, ...one.live });
    else if (one.kind === 'missing') leftOut.push({ id, live, reason: { code: 'missing' } });
    else leftOut.push({ id, live, reason: { code: 'unreadable', problem: one.problem } });
  }
  return { campaigns, leftOut };
}

/** A campaign, or all of a workspace, can't be read. */
export function unreadable(
  campaignId: CampaignId | undefined,
  problem: AnswerProblem,
  { workspace }: Pick<InWorkspace, 'workspace'>,
  exit: ExitCode = EXIT.FAILED,
): UserFailure {
  return new UserFailure(exit, {
    ...{ code: 'campaign-unreadable', campaignId, workspace: workspace.name, problem },
  });
}

/**
 * Reads what the rows of a search may lack (open point W13), and finds values that change by themselves (open point
 * W32). Neither is visible in one read, so a sample that covers every component is also read by Get. If Get shows more
 * than the row, all campaigns are read by Get. A value that differs although `updated_at` is the same is written to no
 * file. Throws UserFailure if the service refuses the credential.
 */
export async function readWhole(rows: readonly Live[], reading: Reading) {
  const samples = samplesOf(rows);
  const first = await readEach(samples, reading);
  const areParts = samples.some((row) => mayBePart(row, first.get(row.id)));
  // A row with only a name is a draft that was just started, or a summary.
  const isBare = (row: Live) => componentNames(row.components).every((name) => name === 'basic_details');
  const others = rows.filter((row) => !first.has(row.id) && (areParts || isBare(row)));
  if (others.length > 10)
    reading.context.interaction.progress({ kind: 'reading-each', campaigns: others.length });
  const shown = new Map(rows.map((live) => [live.id, live]));
  const listed = rows.map((live) => [live.id, { kind: 'present', live }] as const);
  const whole = sorted(new Map([...listed, ...first, ...(await readEach(others, reading))]), shown);
  const moving = movingLeaves(samples, first);
  return { ...whole, changing: new Map(whole.campaigns.map((live) => [live.id, within(live, moving)])) };
}

async function readEach(
  rows: readonly Live[],
  { service, workspace }: Reading,
): Promise<ReadonlyMap<CampaignId, LiveAnswer>> {
  const known = new Map(rows.map(({ id, documentId }) => [id, { documentId, components: [] }]));
  const answers = await service.readEach([...known.keys()], known);
  const refused = [...answers.values()].find((one) => one.kind === 'unknown' && one.cause === 'credential');
  if (refused) requireAnswers([refused], workspace);
  return answers;
}

function partsOf({ components, unknownParts = [] }: Live): string[] {
  return [...componentNames(components), ...unknownParts.map(({ name }) => name)];
}

/** Whether Get shows more than the row of a search, or didn't answer, so that the row may be a part. */
function mayBePart(row: Live, whole: LiveAnswer | undefined): boolean {
  const shown = partsOf(row);
  return whole?.kind !== 'present' || partsOf(whole.live).some((name) => !shown.includes(name));
}

/** Campaigns that cover each component of each channel, and each delivery type, because a type may lack components. */
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
  again: ReadonlyMap<CampaignId, LiveAnswer>,
): ReadonlyMap<ComponentName, readonly string[]> {
  const moving = new Map<ComponentName, readonly string[]>();
  for (const row of rows) {
    const second = again.get(row.id);
    if (second?.kind !== 'present') continue;
    const seen = { observed: row.components, observedAt: row.updatedAt };
    const binding = { ...newBinding('' as CampaignKey, row), ...seen };
    const { found } = steady({}, { live: second.live, binding });
    for (const name of componentNames(found))
      moving.set(name, [...new Set([...(moving.get(name) ?? []), ...(found[name] ?? [])])]);
  }
  return moving;
}

/** Those of the leaves that a campaign has. */
function within({ components }: Live, moving: ReturnType<typeof movingLeaves>): LeavesByComponent {
  return Object.fromEntries(
    [...moving].flatMap(([name, paths]) => {
      const own = paths.filter((at) => leafAt(name, components[name], at) !== undefined);
      return own.length === 0 ? [] : [[name, own.toSorted()] as const];
    }),
  );
}
