import { spawn } from 'node:child_process';
import { simpleGit } from 'simple-git';

/** A git command that failed, with what git said. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure';
}

/** git in one repository. Nothing here touches the work tree or the index. */
export class Git {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Standard output of a git command; throws GitFailure. */
  async run(...args: string[]): Promise<string> {
    try {
      return await simpleGit(this.root).raw(args);
    } catch (error) {
      throw new GitFailure(error instanceof Error ? error.message.trim() : String(error), { cause: error });
    }
  }

  /** The same, but a failure is an answer: undefined. */
  async ask(...args: string[]): Promise<string | undefined> {
    try {
      return await this.run(...args);
    } catch (error) {
      if (error instanceof GitFailure) return undefined;
      throw error;
    }
  }

  /** A command that reads standard input, which simple-git has no way to give. */
  feed(input: string, ...args: string[]): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const child = spawn('git', args, {
        cwd: this.root,
        env: ownEnvironment(),
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      const out: Buffer[] = [];
      const err: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
      child.on('error', reject);
      child.on('close', (code) => {
        if (code === 0) resolve(Buffer.concat(out));
        else
          reject(
            new GitFailure(
              Buffer.concat(err).toString().trim() || `git ${args[0] ?? ''} exited ${String(code)}`,
            ),
          );
      });
      // A git that dies early closes its input; its exit code tells more than the broken pipe.
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
    });
  }
}

/** Variables by which a hook or a wrapper points git at another repository than the one we work in. */
const ELSEWHERE = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
];

function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ELSEWHERE.includes(name)));
}
