import type { ActionWorld } from './action-world.ts';
import type { CampaignFiles, MergeMethod } from './remote-branches.ts';
import type { ActionEnded } from './run-action.ts';
import type { Inputs } from './action-inputs.ts';
import type { Pull } from '../github/state.ts';
import { STATE_BRANCH } from '../e2e/shop.ts';

// What happens before and after an apply, in a word each.

/** A pull request that is opened and planned; it stays open. */
export async function proposed(world: ActionWorld, files: CampaignFiles, inputs: Inputs = {}): Promise<Pull> {
  const branch = `edit-${world.github.state.issues.length + 1}`;
  const pull = world.openPull(branch, { files });
  require(await world.plan(pull, { inputs }), 'planned');
  return pull;
}

/** A pull request that is opened, planned and merged. */
export async function merged(
  world: ActionWorld,
  files: CampaignFiles,
  { inputs = {}, method = 'squash' }: { readonly inputs?: Inputs; readonly method?: MergeMethod } = {},
): Promise<Pull> {
  const pull = await proposed(world, files, inputs);
  world.merge(pull, method);
  return pull;
}

/** A run that is no matter of the test, and has to go well. */
export function require(ended: ActionEnded, outcome: string): ActionEnded {
  if (ended.outputs.outcome === outcome && ended.exit === 0) return ended;
  throw new Error(`${JSON.stringify(ended.outputs)}\n${ended.stdout}\n${ended.stderr}\n${ended.summary}`);
}

/** What the apply told on a pull request; '' where it told nothing. */
export function shownOn(world: ActionWorld, { number }: Pull): string {
  const [told, ...others] = world.github
    .comments(number)
    .filter(({ body }) => body.startsWith('<!-- campaigns-result:'));
  if (others.length > 0) throw new Error(`#${number} has ${others.length + 1} result comments`);
  return told?.body ?? '';
}

interface KeptStep {
  readonly key: string;
  readonly step: string;
  readonly end: 'done' | 'closed' | null;
}

/** What the state branch keeps of a pull request's review; undefined where it keeps nothing. */
export function approvalOf(
  world: ActionWorld,
  { number }: Pull,
  branch = STATE_BRANCH,
): { readonly markers: readonly string[]; readonly steps: readonly KeptStep[] } | undefined {
  const text = stateFile(world, `approvals/${number}.json`, branch);
  return text === undefined ? undefined : (JSON.parse(text) as ReturnType<typeof approvalOf>);
}

/** How far each step of a pull request's review is: `{ 'welcome create': 'done' }`. */
export function progressOf(world: ActionWorld, pull: Pull): Record<string, string> {
  const steps = approvalOf(world, pull)?.steps ?? [];
  return Object.fromEntries(steps.map(({ key, step, end }) => [`${key} ${step}`, end ?? 'open']));
}

/** The text of a file on the state branch at origin. */
export function stateFile(world: ActionWorld, path: string, branch = STATE_BRANCH): string | undefined {
  const listed = world.repo.gitAtOrigin('for-each-ref', `refs/heads/${branch}`);
  if (listed === '' || world.repo.gitAtOrigin('ls-tree', branch, path) === '') return undefined;
  return world.repo.gitAtOrigin('show', `${branch}:${path}`);
}

/** Somebody edits the state branch by hand and pushes it; a file that it lacks starts as ''. */
export function editState(world: ActionWorld, path: string, edit: (text: string) => string): void {
  const { repo } = world;
  const before = stateFile(world, path) ?? '';
  repo.git('fetch', '--quiet', 'origin', `+${STATE_BRANCH}:refs/heads/by-hand`);
  repo.git('checkout', '--quiet', 'by-hand');
  const after = edit(before);
  if (after === before) throw new Error(`${path} is left as it was`);
  repo.write(path, after);
  repo.commit('Edit by hand');
  repo.git('push', '--quiet', 'origin', `by-hand:${STATE_BRANCH}`);
  repo.git('checkout', '--quiet', 'main');
}
