import type { CommonOptions } from '../app/common-options.ts';
import type { Host } from '../app/process/host.ts';
import { gitWithoutSecrets } from '../app/secrets/git-without-secrets.ts';
import { Secrets } from '../app/secrets/secrets.ts';
import type { Session } from '../app/process/session.ts';
import { interactionOn } from './terminal/interaction.ts';
import { openTerminal, type Terminal } from './terminal/terminal.ts';

/** A session of the command line: commands write their results to its terminal. */
export interface CommandSession extends Session {
  readonly terminal: Terminal;
}

export function openSession(host: Host, options: CommonOptions): CommandSession {
  const secrets = new Secrets();
  const runGit = gitWithoutSecrets(host.runGit, secrets);
  const terminal = openTerminal({ ...host, secrets }, options);
  return { ...host, runGit, secrets, terminal, interaction: interactionOn(terminal, options) };
}

/** The code of a command; it returns the exit code. */
export type Act<Options extends CommonOptions> = (
  options: Options,
  session: CommandSession,
) => Promise<number>;

/**
 * Creates the action of a command, whose code is loaded when it runs. Its arguments become options with the given
 * names, in order.
 */
export type Execute = <Options extends CommonOptions>(
  load: () => Promise<Act<Options>>,
  ...names: readonly (keyof Options & string)[]
) => (...given: unknown[]) => Promise<void>;
