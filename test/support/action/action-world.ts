import { pullResource, REPOSITORY_ID, type Pull } from '../github/state.ts';
import type { LiveService } from '../e2e/live-service.ts';
import { repoWithService, type OpenOptions } from '../e2e/opened.ts';
import type { TestRepository } from '../e2e/test-repository.ts';
import { startFakeGithub, type FakeGithub } from '../github/fake-github.ts';
import { type Inputs, runAction, type ActionEnded } from './run-action.ts';
import { REVIEW_KEY } from './plan-comments.ts';
import { RemoteBranches, type CampaignFiles, type MergeMethod } from './remote-branches.ts';

// Events with what the action reads of them. test/action/trigger.test.ts reads GitHub's own examples.

/** What started a workflow, as in `GITHUB_EVENT_NAME`, `GITHUB_EVENT_PATH`, `GITHUB_REF` and `GITHUB_SHA`. */
export interface WorkflowEvent {
  readonly name: string;
  readonly payload: object;
  readonly ref: string;
  readonly sha: string;
}

const MAIN = 'refs/heads/main';

/** The options of one run of the action, besides its usual inputs. */
interface RunOptions {
  /** Inputs that replace the usual ones: the command, the workspace's key, and the defaults of `action.yml`. */
  readonly inputs?: Inputs;
  readonly env?: Readonly<Record<string, string>>;
  /** The job's token. By default one with all permissions. */
  readonly token?: string;
  /** How much history is checked out: 1 by default, 0 for all. */
  readonly depth?: number;
  readonly event?: WorkflowEvent;
  /** A file to run in its own process, such as the bundle. Without one, the action runs in this process. */
  readonly entry?: string;
}

interface NewPull {
  readonly files: CampaignFiles;
  readonly title?: string;
  readonly author?: string;
  /** The fork's `owner/name`. Without one, the branch is in the repository itself. */
  readonly fork?: string;
  /** Of the commit. */
  readonly commit?: { readonly message: string; readonly author: string };
}

type Command = 'plan' | 'apply' | 'drift' | 'validate' | 'test-send';

/** A team's repository on a fake GitHub, and the local service with its campaigns. Removed after the test. */
export async function actionWorld({
  campaigns,
  ...more
}: OpenOptions & { readonly campaigns: Readonly<Record<string, string>> }): Promise<ActionWorld> {
  const { service, repo } = await repoWithService(campaigns, more);
  const github = await startFakeGithub(repo.git('remote', 'get-url', 'origin'));
  return new ActionWorld({ service, repo, github });
}

/** Shortcuts for the actions of people, GitHub and workflows. */
export class ActionWorld {
  readonly service: LiveService;
  /** A teammate's work tree, on main. */
  readonly repo: TestRepository;
  readonly github: FakeGithub;
  /** The token of a job with all permissions. */
  readonly token: string;
  private readonly branches: RemoteBranches;
  /** The commit of main before its last push. */
  private beforeLastPush: string | undefined;

  constructor({ service, repo, github }: { service: LiveService; repo: TestRepository; github: FakeGithub }) {
    this.service = service;
    this.repo = repo;
    this.github = github;
    this.token = github.jobToken();
    this.branches = new RemoteBranches(repo);
  }

  /** The current commit of main. */
  get main(): string {
    return this.branches.tip('main');
  }

  /** Commits files to a branch and pushes it. A new branch starts at main. */
  branch(name: string, files: CampaignFiles): string {
    if (name === 'main') this.beforeLastPush = this.main;
    return this.branches.push(name, files);
  }

  /** Pushes a branch and opens a pull request for it. */
  openPull(branch: string, { files, fork, commit, ...words }: NewPull): Pull {
    const base = this.main;
    const number = this.github.state.issues.length + 1;
    const ref = fork === undefined ? `refs/heads/${branch}` : `refs/pull/${number}/head`;
    const head = this.branches.push(branch, files, { ref, ...commit });
    const pull = this.github.pull({
      ...{ head: { ref: branch, sha: head, ...(fork !== undefined && { repository: fork }) }, ...words },
      base: { ref: 'main', sha: base },
    });
    this.tryMerge(pull);
    return pull;
  }

  /** Pushes to a pull request's branch and returns the event. */
  pushTo(pull: Pull, files: CampaignFiles): WorkflowEvent {
    const { head } = pull.pull;
    const isOurs = head.repository === this.github.site.repository;
    const ref = isOurs ? `refs/heads/${head.ref}` : `refs/pull/${pull.number}/head`;
    head.sha = this.branches.push(head.ref, files, { ref });
    return this.pullEvent(pull, 'synchronize');
  }

  /** Merges a pull request with one of GitHub's merge methods. Returns the new commits of main, oldest first. */
  merge(pull: Pull, method: MergeMethod = 'merge'): readonly [string, ...string[]] {
    const { number, title } = pull;
    const { head } = pull.pull;
    this.beforeLastPush = this.main;
    const from = `${head.repository?.split('/')[0] ?? 'unknown'}/${head.ref}`;
    const message =
      method === 'merge' ? `Merge pull request #${number} from ${from}\n\n${title}` : `${title} (#${number})`;
    const [first, ...others] = this.branches.merge(head.sha, { method, message });
    if (first === undefined) throw new Error('a merge makes at least one commit');
    this.github.merge(pull, others.at(-1) ?? first);
    return [first, ...others];
  }

  /**
   * The event of a pull request, with a new test merge commit. That of a merged one runs on its base branch, and its
   * commit is what the merge made.
   */
  pullEvent(pull: Pull, action: 'opened' | 'synchronize' | 'reopened' | 'closed'): WorkflowEvent {
    const { base, mergeCommitSha, mergedAt } = pull.pull;
    const isMerged = mergedAt !== null;
    const sha = isMerged ? (mergeCommitSha ?? this.main) : this.tryMerge(pull);
    return {
      name: 'pull_request',
      payload: { ...this.common, action, number: pull.number, pull_request: pullResource(pull) },
      ref: isMerged ? `refs/heads/${base.ref}` : `refs/pull/${pull.number}/merge`,
      sha,
    };
  }

  /** The event of a pull request that gets a label. */
  labelEvent(pull: Pull, label = 'send-test'): WorkflowEvent {
    const event = this.pullEvent(pull, 'reopened');
    return { ...event, payload: { ...event.payload, action: 'labeled', label: { name: label } } };
  }

  /** The event of a merge queue that tests this pull request on its own branch. */
  queueEvent(pull: Pull): WorkflowEvent {
    const { base } = pull.pull;
    const sha = this.tryMerge(pull);
    const ref = `refs/heads/gh-readonly-queue/${base.ref}/pr-${pull.number}-${base.sha}`;
    const branches = { head_ref: ref, base_ref: `refs/heads/${base.ref}` };
    const group = { ...branches, head_sha: sha, base_sha: base.sha };
    this.repo.gitAtOrigin('update-ref', ref, sha);
    return { name: 'merge_group', payload: { ...this.common, merge_group: group }, ref, sha };
  }

  /** The event of the last push to main. */
  pushEvent(): WorkflowEvent {
    const before = this.beforeLastPush ?? '0'.repeat(40);
    const { main: sha } = this;
    return { name: 'push', payload: { ...this.common, ref: MAIN, before, after: sha }, ref: MAIN, sha };
  }

  /** The event of a manual start of the workflow on main. */
  dispatchEvent(): WorkflowEvent {
    const payload = { ...this.common, inputs: {}, ref: MAIN };
    return { name: 'workflow_dispatch', payload, ref: MAIN, sha: this.main };
  }

  /** A new folder with the event's commit, as actions/checkout leaves it. */
  checkout({ sha, ref }: Pick<WorkflowEvent, 'sha' | 'ref'>, depth = 1): string {
    return this.branches.checkout({ sha, ref, depth });
  }

  /** Runs `command: plan` for a pull request. One from a fork gets no secret and a read-only token. */
  plan(pull: Pull, options: RunOptions = {}): Promise<ActionEnded> {
    const event = options.event ?? this.pullEvent(pull, 'opened');
    if (pull.pull.head.repository === this.github.site.repository)
      return this.run('plan', { ...options, event });
    const token =
      options.token ?? this.github.jobToken({ contents: 'read', 'pull-requests': 'read', issues: 'read' });
    return this.run('plan', { ...options, event, token, inputs: { 'api-key': '', ...options.inputs } });
  }

  /** Runs `command: test-send` for a pull request that gets the label. One from a fork gets no secret and a read-only token. */
  testSend(pull: Pull, options: RunOptions = {}): Promise<ActionEnded> {
    const event = options.event ?? this.labelEvent(pull);
    return this.run('test-send', { ...options, event });
  }

  /** Runs `command: apply` for the last push to main. */
  apply(options: RunOptions = {}): Promise<ActionEnded> {
    return this.run('apply', { event: this.pushEvent(), ...options });
  }

  /** Runs `command: drift` on a schedule. */
  drift(options: RunOptions = {}): Promise<ActionEnded> {
    // There is no webhook for it, so its payload is almost empty.
    const payload = { schedule: '17 6 * * *' };
    const event = { name: 'schedule', payload, ref: MAIN, sha: this.main };
    return this.run('drift', { event, ...options });
  }

  /** A job with a checkout and one step. */
  run(command: Command, { event = this.pushEvent(), depth, ...rest }: RunOptions): Promise<ActionEnded> {
    return this.stepIn(this.checkout(event, depth), command, { ...rest, event });
  }

  /** Runs a step in a folder that was changed after its checkout. */
  stepIn(
    folder: string,
    command: Command,
    { inputs, event = this.pushEvent(), token, ...rest }: Omit<RunOptions, 'depth'>,
  ): Promise<ActionEnded> {
    return runAction({
      ...{ ...rest, folder, github: this.github, event, token: token ?? this.token },
      inputs: { command, 'api-key': 'local', 'review-key': REVIEW_KEY, ...inputs },
    });
  }

  private get common(): object {
    const { repository: full_name } = this.github.site;
    return { repository: { id: REPOSITORY_ID, full_name, default_branch: 'main' } };
  }

  private tryMerge(pull: Pull): string {
    const { head, base } = pull.pull;
    base.sha = this.main;
    const sha = this.branches.tryMerge(pull.number, { base: base.sha, head: head.sha });
    pull.pull.mergeCommitSha = sha;
    return sha;
  }
}
