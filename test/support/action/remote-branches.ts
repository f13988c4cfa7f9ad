import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../cleanup.ts';
import { emptyRepository, TestRepository } from '../e2e/test-repository.ts';

export type MergeMethod = 'merge' | 'squash' | 'rebase';

/** Texts by path below campaigns/. `null` deletes a file. */
export type CampaignFiles = Readonly<Record<string, string | null>>;

interface PushOptions {
  readonly ref?: string;
  readonly message?: string;
  /** `Ada <ada@example.com>` */
  readonly author?: string;
}

/** GitHub is the committer of commits that its merge methods create, whoever the author is. */
const AS_GITHUB = 'alias.as-github=!GIT_COMMITTER_NAME=GitHub GIT_COMMITTER_EMAIL=noreply@github.com git';

/** Performs the branch operations of people and GitHub with real git, in a work tree whose origin stands for GitHub. */
export class RemoteBranches {
  private readonly repo: TestRepository;

  constructor(repo: TestRepository) {
    this.repo = repo;
    // Workflows fetch commits by SHA, and GitHub allows it.
    appendFileSync(join(repo.origin, 'config'), '[uploadpack]\n\tallowAnySHA1InWant = true\n');
  }

  /** Commits files to a branch, which starts at main if it is new, and pushes it to a ref. */
  push(
    branch: string,
    files: CampaignFiles,
    { ref = `refs/heads/${branch}`, message = 'Edit campaigns', author }: PushOptions = {},
  ): string {
    const known = existsSync(join(this.repo.directory, '.git/refs/heads', branch));
    this.repo.git('checkout', '--quiet', ...(known ? [branch] : ['-b', branch, 'main']));
    for (const [path, text] of Object.entries(files)) {
      if (text === null) this.repo.remove(`campaigns/${path}`);
      else this.repo.write(`campaigns/${path}`, text);
    }
    const sha = this.repo.commit(message, author);
    // On main, the commit is at origin already.
    if (branch === 'main') return sha;
    this.repo.publishAs(ref, sha);
    this.repo.git('checkout', '--quiet', 'main');
    return sha;
  }

  tip(branch: string): string {
    const ref = `refs/heads/${branch}`;
    const file = join(this.repo.origin, ref);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : this.repo.gitAtOrigin('rev-parse', ref);
  }

  /**
   * Updates the refs that GitHub keeps for a pull request, and returns the test merge commit. A conflict fails the
   * test.
   */
  tryMerge(number: number, { base, head }: { readonly base: string; readonly head: string }): string {
    const tree = this.repo.gitAtOrigin('merge-tree', '--write-tree', base, head);
    const message = `Merge ${head} into ${base}`;
    const parents = ['-p', base, '-p', head];
    const sha = this.repo.gitAtOrigin('commit-tree', ...parents, '-m', message, tree);
    const refs = join(this.repo.origin, `refs/pull/${number}`);
    mkdirSync(refs, { recursive: true });
    writeFileSync(join(refs, 'head'), `${head}\n`);
    writeFileSync(join(refs, 'merge'), `${sha}\n`);
    return sha;
  }

  /** Merges a head into main with one of GitHub's methods. Returns the new commits of main, oldest first. */
  merge(
    head: string,
    { method, message }: { readonly method: MergeMethod; readonly message: string },
  ): string[] {
    const { repo } = this;
    const asGithub = (...args: string[]) => repo.git('-c', AS_GITHUB, 'as-github', ...args);
    if (!repo.hasObject(head)) repo.git('fetch', '--quiet', 'origin');
    repo.git('checkout', '--quiet', 'main');
    const before = repo.head();
    switch (method) {
      case 'merge':
        asGithub('merge', '--quiet', '--no-ff', '--message', message, head);
        break;
      case 'squash':
        asGithub('merge', '--quiet', '--squash', head);
        asGithub('commit', '--quiet', '--message', message);
        break;
      case 'rebase':
        // Always creates new commits, even if the old ones could be used.
        asGithub('cherry-pick', `${before}..${head}`);
        break;
    }
    repo.publish();
    return repo.git('rev-list', '--reverse', '--first-parent', `${before}..HEAD`).split('\n');
  }

  /** A folder with one commit, checked out like actions/checkout does. Depth 0 is the whole history. */
  checkout({
    sha,
    ref,
    depth,
  }: {
    readonly sha: string;
    readonly ref: string;
    readonly depth: number;
  }): string {
    const folder = join(temporaryFolder(), 'workspace');
    const git = (...args: string[]) => this.repo.git('-C', folder, ...args);
    const [, branch] = /^refs\/heads\/(.+)$/.exec(ref) ?? [];
    const local =
      branch === undefined ? ref.replace('refs/', 'refs/remotes/') : `refs/remotes/origin/${branch}`;
    cpSync(emptyRepository(), folder, { recursive: true });
    new TestRepository(folder, this.repo.origin).addOrigin('file://');
    const quietly = ['--quiet', '--prune', '--no-recurse-submodules'];
    const all = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*'];
    // With the whole history, the commit is named, too: it may not be at the tip of any branch.
    if (depth === 0) git('fetch', ...quietly, 'origin', ...all, sha);
    else git('fetch', ...quietly, '--no-tags', `--depth=${depth}`, 'origin', sha);
    const tracking = join(folder, '.git', local);
    mkdirSync(dirname(tracking), { recursive: true });
    writeFileSync(tracking, `${sha}\n`);
    // A branch is checked out as a branch, the merge commit of a pull request detached.
    git('checkout', '--quiet', '--force', ...(branch === undefined ? [] : ['-B', branch]), local);
    return folder;
  }
}
