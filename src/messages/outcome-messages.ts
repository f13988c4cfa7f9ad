import type { CampaignKey } from '../model/campaign.ts';
import { mayHaveBeenMade } from '../model/failure.ts';
import type { Plan } from '../model/plan.ts';
import type { Result } from '../model/result.ts';
import type { Action } from '../model/transitions.ts';
import { code, listed, run, say, type Phrase } from './phrase.ts';

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
  if (drafts.length === 0) return [];
  const which =
    drafts.length < all.length ? listed(drafts, 'or') : drafts.length === 1 ? 'the new draft' : 'a new draft';
  const way = publishes
    ? say`set ${code('status: ACTIVE')} in its file, or publish it in the service.`
    : say`publish it in the service. Publishing from this repository is off for ${result.workspace}.`;
  return say`To send ${which}, ${way}`;
}

/** How another run continues what this one left. */
export function nextRun(workspace: string): Phrase {
  const onGitHub = 'start this workflow again, or leave it to its schedule.';
  return say`To continue, ${run(`campaigns apply -w ${workspace}`, onGitHub)}`;
}
