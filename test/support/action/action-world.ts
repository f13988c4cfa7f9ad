import { startLiveService, type LiveService } from '../e2e/live-service.ts';
import { openRepo, type TestRepository } from '../e2e/shop.ts';
import { startFakeGithub, type FakeGithub } from '../github/fake-github.ts';
import type { Pull } from '../github/state.ts';
import type { Inputs } from './action-inputs.ts';
import {
  mergeGroupEvent,
  pullRequestEvent,
  pushEvent,
  scheduleEvent,
  workflowDispatchEvent,
  type WorkflowEvent,
} from './events.ts';
import { REVIEW_KEY } from './plan-comments.ts';
import { RemoteBranches, type CampaignFiles, type MergeMethod } from './remote-branches.ts';
import { runAction, type ActionEnded } from './run-action.ts';

export interface WorldOptions {
  /** Texts by path below campaigns/. */
  readonly campaigns: Readonly<Record<string, string>>;
  /** Lines of the workspace's entry. */
  readonly workspace?: string;
  readonly policy?: string;
  /** Arguments of `campaigns serve`. */
  readonly service?: readonly string[];
}

/** What one run of the action has beside its usual inputs. */
export interface RunOptions {
  /** Over the usual ones: the command, the workspace's key, and what `action.yml` says. */
  readonly inputs?: Inputs;
  readonly env?: Readonly<Record<string, string>>;
  /** The job's token; one that may do everything unless told. */
  readonly token?: string;
  /** How much history is checked out: 1 as usual, 0 for all. */
  readonly depth?: number;
  readonly event?: WorkflowEvent;
  /** A file to run in a process of its own, such as the bundle; without one the action runs in this process. */
  readonly entry?: string;
}

export interface NewPull {
  readonly files: CampaignFiles;
  readonly title?: string;
  readonly author?: string;
  /** The fork's `owner/name`; without one the branch is in the repository itself. */
  readonly fork?: string;
}

type Command = 'plan' | 'apply' | 'drift' | 'validate';

/** A team's repository at a fake GitHub, and the local service that its campaigns go to. All is gone after the test. */
export async function actionWorld({
  campaigns,
  service: args = [],
  ...rest
}: WorldOptions): Promise<ActionWorld> {
  const service = await startLiveService(...args);
  const repo = openRepo({ url: service.url, campaigns, ...rest });
  const github = await startFakeGithub({ gitDirectory: repo.git('remote', 'get-url', 'origin') });
  return new ActionWorld({ service, repo, github });
}

/** Short ways to what people, GitHub and workflows do. */
export class ActionWorld {
  readonly service: LiveService;
  /** The work tree of a colleague, on main. */
  readonly repo: TestRepository;
  readonly github: FakeGithub;
  /** Of a job that may do everything. */
  readonly token: string;
  private readonly branches: RemoteBranches;
  /** Where main was before it last moved. */
  private beforeLastPush: string | undefined;

  constructor({ service, repo, github }: { service: LiveService; repo: TestRepository; github: FakeGithub }) {
    this.service = service;
    this.repo = repo;
    this.github = github;
    this.token = github.jobToken();
    this.branches = new RemoteBranches(repo);
  }

  /** The commit that main is at. */
  get main(): string {
    return this.branches.tip('main');
  }

  /** Commits files onto a branch, new ones beginning at main, and pushes it. */
  branch(name: string, files: CampaignFiles): string {
    if (name === 'main') this.beforeLastPush = this.main;
    return this.branches.push(name, files);
  }

  /** Somebody pushes a branch and opens a pull request for it. */
  openPull(branch: string, { files, fork, ...words }: NewPull): Pull {
    const base = this.main;
    const number = this.github.state.issues.length + 1;
    const ref = fork === undefined ? `refs/heads/${branch}` : `refs/pull/${number}/head`;
    const head = this.branches.push(branch, files, ref);
    const pull = this.github.pull({
      ...{ head: { ref: branch, sha: head, ...(fork !== undefined && { repository: fork }) }, ...words },
      ...{ base: { ref: 'main', sha: base }, commits: this.commitsOf(base, head) },
    });
    this.tryMerge(pull);
    return pull;
  }

  /** Its author pushes again; the event of that push. */
  pushTo(pull: Pull, files: CampaignFiles): WorkflowEvent {
    const { head, base } = pull.pull;
    const before = head.sha;
    const isOurs = head.repository === this.github.site.repository;
    const ref = isOurs ? `refs/heads/${head.ref}` : `refs/pull/${pull.number}/head`;
    head.sha = this.branches.push(head.ref, files, ref);
    pull.pull.commits = this.commitsOf(base.sha, head.sha);
    return this.pullEvent(pull, 'synchronize', before);
  }

  /** Somebody presses one of GitHub's merge buttons; returns the commits that main got, oldest first. */
  merge(pull: Pull, method: MergeMethod = 'merge'): readonly [string, ...string[]] {
    const { number, title } = pull;
    const { head } = pull.pull;
    this.beforeLastPush = this.main;
    const from = `${head.repository?.split('/')[0] ?? 'unknown'}/${head.ref}`;
    const message =
      method === 'merge' ? `Merge pull request #${number} from ${from}\n\n${title}` : `${title} (#${number})`;
    const [first, ...others] = this.branches.merge(head.sha, { method, message });
    if (first === undefined) throw new Error('a merge makes at least one commit');
    this.github.merge(number, { commits: [first, ...others] });
    return [first, ...others];
  }

  /** The event of a pull request; its merge on trial is made anew. */
  pullEvent(
    pull: Pull,
    action: 'opened' | 'synchronize' | 'reopened' | 'closed',
    before?: string,
  ): WorkflowEvent {
    const mergeSha = pull.pull.mergedAt === null ? this.tryMerge(pull) : this.main;
    const { site } = this.github;
    return pullRequestEvent(pull, { site, action, mergeSha, ...(before !== undefined && { before }) });
  }

  /** The event of a queue that tries this pull request on a branch of its own. */
  queueEvent(pull: Pull): WorkflowEvent {
    const headSha = this.tryMerge(pull);
    const event = mergeGroupEvent(pull, { site: this.github.site, headSha });
    this.repo.gitAtOrigin('update-ref', event.ref, headSha);
    return event;
  }

  /** The event of the last push to main. */
  pushEvent(): WorkflowEvent {
    const before = this.beforeLastPush;
    const commits = this.branches.describe(before, this.main);
    return pushEvent({ site: this.github.site, branch: 'main', before, commits, pusher: 'ada' });
  }

  /** The event of somebody who starts the workflow by hand on main. */
  dispatchEvent(inputs: Inputs = {}): WorkflowEvent {
    return workflowDispatchEvent({
      site: this.github.site,
      branch: 'main',
      sha: this.main,
      actor: 'ada',
      inputs,
    });
  }

  /** A fresh folder as actions/checkout makes it, at what the event is about. */
  checkout({ sha, ref }: Pick<WorkflowEvent, 'sha' | 'ref'>, depth = 1): string {
    return this.branches.checkout({ sha, ref, depth });
  }

  /** `command: plan` on a pull request. One from a fork gets no secret and a token that may only read. */
  plan(pull: Pull, options: RunOptions = {}): Promise<ActionEnded> {
    const event = options.event ?? this.pullEvent(pull, 'opened');
    if (pull.pull.head.repository === this.github.site.repository)
      return this.run('plan', { ...options, event });
    const token =
      options.token ?? this.github.jobToken({ contents: 'read', 'pull-requests': 'read', issues: 'read' });
    return this.run('plan', { ...options, event, token, inputs: { 'api-key': '', ...options.inputs } });
  }

  /** `command: apply` on the last push to main. */
  apply(options: RunOptions = {}): Promise<ActionEnded> {
    return this.run('apply', { event: this.pushEvent(), ...options });
  }

  /** `command: drift` on the schedule. */
  drift(options: RunOptions = {}): Promise<ActionEnded> {
    return this.run('drift', { event: scheduleEvent({ branch: 'main', sha: this.main }), ...options });
  }

  /** A job of one checkout and one step. */
  run(command: Command, { event = this.pushEvent(), depth, ...rest }: RunOptions): Promise<ActionEnded> {
    return this.stepIn(this.checkout(event, depth), command, { ...rest, event });
  }

  /** A step in a folder that something was done to after its checkout. */
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

  private tryMerge(pull: Pull): string {
    const { head, base } = pull.pull;
    base.sha = this.main;
    const sha = this.branches.tryMerge(pull.number, { base: base.sha, head: head.sha });
    pull.pull.mergeCommitSha = sha;
    return sha;
  }

  private commitsOf(base: string, head: string): string[] {
    return this.repo.gitAtOrigin('rev-list', `${base}..${head}`).split('\n');
  }
}
