import { run } from '../e2e/shell.ts';

/** git that exited with another code than 0. */
class Refused extends Error {}

/** The bare repository behind the fake. GitHub knows what is pushed there. */
export class GitRepository {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  async git(...args: readonly string[]): Promise<string> {
    return (await this.bytes(...args)).toString();
  }

  private async bytes(...args: readonly string[]): Promise<Buffer> {
    const call = { command: 'git', args, cwd: this.directory, env: ENVIRONMENT };
    const { code, out, err } = await run(call);
    if (code !== 0) throw new Refused(err.toString());
    return out;
  }

  /** The commit that a name or SHA refers to; `undefined` if there is none. */
  async commit(name: string): Promise<string | undefined> {
    return this.parsed('rev-parse', '--quiet', '--verify', '--end-of-options', `${name}^{commit}`);
  }

  /** Commits of a branch that are not in its base. */
  async commitsBetween(base: string, head: string): Promise<string[]> {
    return lines(await this.git('rev-list', `${base}..${head}`));
  }

  async isAncestor(ancestor: string, descendant: string): Promise<boolean> {
    return (await this.parsed('merge-base', '--is-ancestor', ancestor, descendant)) !== undefined;
  }

  async setRef(ref: string, sha: string): Promise<void> {
    await this.git('update-ref', ref, sha);
  }

  /** The object at a path of a commit; `undefined` if there is none. */
  async object(commit: string, path: string): Promise<{ type: string; sha: string } | undefined> {
    const sha = await this.parsed(
      'rev-parse',
      '--quiet',
      '--verify',
      '--end-of-options',
      `${commit}:${path}`,
    );
    return sha === undefined ? undefined : { sha, type: (await this.git('cat-file', '-t', sha)).trim() };
  }

  blob(sha: string): Promise<Buffer> {
    return this.bytes('cat-file', 'blob', sha);
  }

  /** The entries of a folder. */
  async entries(tree: string): Promise<{ type: string; sha: string; name: string }[]> {
    return lines(await this.git('ls-tree', tree)).map((line) => {
      const [, type = '', sha = '', name = ''] = /^\d+ (\w+) (\w+)\t(.*)$/.exec(line) ?? [];
      return { type, sha, name };
    });
  }

  private async parsed(...args: readonly string[]): Promise<string | undefined> {
    try {
      return (await this.git(...args)).trim();
    } catch (error) {
      if (error instanceof Refused) return undefined;
      throw error;
    }
  }
}

const ENVIRONMENT = {
  PATH: process.env['PATH'],
  GIT_CONFIG_NOSYSTEM: '1',
  LC_ALL: 'C.UTF-8',
  HOME: '/nowhere',
};

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
