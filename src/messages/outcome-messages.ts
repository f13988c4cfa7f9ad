import type { CampaignKey } from '../model/campaign.ts';
import { mayHaveBeenMade } from '../model/failure.ts';
import type { Plan, PlannedCampaign } from '../model/plan.ts';
import type { Result } from '../model/result.ts';
import type { Action } from '../model/transitions.ts';
import { code, listed, say, type Phrase } from './phrase.ts';

/** Campaigns that the run created as drafts and that send nothing for sure. */
export function newDrafts({ applied, failed }: Pick<Result, 'applied' | 'failed'>): readonly CampaignKey[] {
  const published = applied.filter(({ change }) => change === 'transition');
  // What could not be recorded is in the result.
  const perhapsPublished = failed.filter(
    ({ cause }) => cause.code !== 'not-recorded' && mayHaveBeenMade(cause),
  );
  const started = new Set([...published, ...perhapsPublished].map(({ key }) => key));
  return applied.filter(({ key, change }) => change === 'create' && !started.has(key)).map(({ key }) => key);
}

/** `3 created as drafts: not sending`; empty if there are none. */
export function draftCount(result: Pick<Result, 'applied' | 'failed'>): string {
  const { length } = newDrafts(result);
  return length === 0 ? '' : `${length} created as ${length === 1 ? 'a draft' : 'drafts'}: not sending`;
}

/** `1 published: now sending or scheduled`, `2 resumed: sending again`: what a run started or ended, as far as it had planned it. */
export function moveCounts(
  { applied }: Pick<Result, 'applied'>,
  plan: Pick<Plan, 'campaigns'> | undefined,
): readonly string[] {
  const sent = applied.filter(({ change, isRecovered }) => change === 'transition' && !isRecovered);
  const moved = new Set(sent.map(({ key }) => key));
  const count = (wanted: Action) =>
    plan?.campaigns.filter(({ key, transition }) => moved.has(key) && transition?.action === wanted).length ??
    0;
  return MOVES.flatMap(([action, words]) => (count(action) > 0 ? [`${count(action)} ${words}`] : []));
}

const MOVES = [
  ['PUBLISH', 'published: now sending or scheduled'],
  ['RESUME', 'resumed: sending again'],
  ['PAUSE', 'paused'],
  ['STOP', 'stopped for good'],
] as const;

/** How to send new drafts; empty if there are none. */
export function describeDrafts(
  result: Pick<Result, 'applied' | 'failed' | 'held' | 'workspace'>,
  { publishes, campaigns }: Pick<Plan, 'publishes' | 'campaigns'> = { publishes: true, campaigns: [] },
): Phrase {
  // A draft that is blocked or failed has advice of its own, which may be not to send it at all.
  const blocked = result.held.filter(({ reason }) => reason !== 'needs-publish');
  const advised = new Set([...blocked, ...result.failed].map(({ key }) => key));
  const wanted = campaigns.filter(({ desired }) => publishes && desired?.status === 'ACTIVE');
  for (const { key } of wanted) advised.add(key);
  const all = newDrafts(result);
  const drafts = all.filter((key) => !advised.has(key));
  return waysToSend(drafts, { all, publishes, campaigns, workspace: result.workspace });
}

interface Drafts extends Pick<Plan, 'publishes' | 'campaigns'> {
  readonly all: readonly CampaignKey[];
  readonly workspace: string;
}

function waysToSend(
  drafts: readonly CampaignKey[],
  { all, publishes, campaigns, workspace }: Drafts,
): Phrase {
  const { length } = drafts;
  if (length === 0) return [];
  const way = publishes
    ? say`set ${code('status: ACTIVE')} in ${fileOf(drafts, campaigns)}, or publish it in the service.`
    : say`publish it in the service. Publishing from this repository is off for ${workspace}.`;
  const some = length === 1 ? 'the new draft' : 'a new draft';
  const notYet = say`To send ${length < all.length ? listed(drafts, 'or') : some},`;
  const late = drafts.filter((key) => campaigns.some((one) => one.key === key && startsInThePast(one)));
  if (late.length === 0) return say`${notYet} ${way}`;
  return late.length === length
    ? say`${notYet} first set ${code('start_time')} to a time in the future, because it is in the past. Then ${way}`
    : say`${notYet} ${way} Where ${code('start_time')} is in the past (${listed(late)}), first set it to a time in the future.`;
}

/** The place of the status that the only draft has in its file, which may be in an override. */
function fileOf(drafts: readonly CampaignKey[], campaigns: Plan['campaigns']): Phrase {
  const found = drafts.length === 1 ? campaigns.find(({ key }) => key === drafts[0])?.desired : undefined;
  const position = found?.status === undefined ? undefined : found.positions.get('status');
  return found && position
    ? say`${{ kind: 'place', place: { file: found.file, ...position } }}`
    : say`its file`;
}

function startsInThePast({ notes }: PlannedCampaign): boolean {
  return notes.some(({ kind }) => kind === 'start-past');
}

/** What to do about work that another run of the workflow continues. */
export const NEXT_RUN = say`Start this workflow again, or leave it to its schedule: the next run continues.`;
