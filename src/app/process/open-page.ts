import { spawn } from 'node:child_process';
import { platform } from 'node:os';
import { pathToFileURL } from 'node:url';
import type { Environment } from '../../model/clock.ts';
import { EXIT } from '../../model/exit.ts';
import { UserFailure } from './user-failure.ts';

/** The programs with which people open files. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens a file in a browser: the one that `BROWSER` names, or the usual one. Throws UserFailure if there is none. */
export async function openPage(
  file: string,
  { environment }: { readonly environment: Environment },
): Promise<void> {
  const { BROWSER: own = '' } = environment;
  const [command = 'xdg-open', ...args] = own === '' ? (OPENERS[platform()] ?? []) : [own];
  const address = pathToFileURL(file).href;
  // A browser needs no API keys.
  const env = Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.startsWith('CAMPAIGNS_')),
  );
  const options = { env, stdio: 'ignore', detached: true } as const;
  await new Promise<void>((resolve, reject) => {
    const child = spawn(command, [...args, address], options);
    child.once('error', ({ message: said }) => {
      const cause = { code: 'bad-option', option: '--open', why: 'said', said: `${said}; ${file}` } as const;
      reject(new UserFailure(EXIT.FAILED, cause));
    });
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
