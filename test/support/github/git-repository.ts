import { run } from '../e2e/shell.ts';

/** git that exited with another code than 0. */
class Refused extends Error {}

/** The bare repository behind the fake. GitHub knows what is pushed there. */
export class GitRepository {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  private async git(...args: readonly string[]): Promise<string> {
    const call = { command: 'git', args, cwd: this.directory, env: ENVIRONMENT };
    const { code, out, err } = await run(call);
    if (code !== 0) throw new Refused(err.toString());
    return out.toString();
  }

  /** The commit that a name or SHA refers to; `undefined` if there is none. */
  async commit(name: string): Promise<string | undefined> {
    return this.parsed('rev-parse', '--quiet', '--verify', '--end-of-options', `${name}^{commit}`);
  }

  /** Commits of a branch that are not in its base. */
  async commitsBetween(base: string, head: string): Promise<string[]> {
    return lines(await this.git('rev-list', `${base}..${head}`));
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
