import type { CommonOptions } from './arguments/common-options.ts';
import type { Host } from './host.ts';
import { gitWithoutSecrets } from './telling/git-without-secrets.ts';
import { Secrets } from './telling/secrets.ts';
import { openTerminal, type Terminal } from './telling/terminal.ts';

/** One run of a command: the process that it has, the secrets that it knows, and where it writes to. */
export interface Session extends Host {
  readonly secrets: Secrets;
  readonly terminal: Terminal;
}

export function openSession(host: Host, options: CommonOptions): Session {
  const secrets = new Secrets();
  const runGit = gitWithoutSecrets(host.runGit, secrets);
  return { ...host, runGit, secrets, terminal: openTerminal({ ...host, secrets }, options) };
}
