import { resolve } from 'node:path';
import { describeOpenHost, VERSIONS_MISSING } from '../messages/serve-messages.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { serviceLogLine } from '../render/text/service-log-text.ts';
import type { OwnProcess } from '../service/domain/service-options.ts';
import { lifeOf, ownIdentity, readIdentity } from '../state/process-identity.ts';
import { limitsOf, quirksOf, workspacesOf, type ServeOptions } from './arguments/serve-settings.ts';
import type { CommandSession } from './session.ts';
import { startOrRefuse } from './start-or-refuse.ts';

/**
 * Runs the local campaign service until it receives a signal. Without a data file, campaigns exist as long as the
 * process.
 */
export async function serve(options: ServeOptions, session: CommandSession): Promise<ExitCode> {
  const { port, host, readView, clock, data, control = false, quiet = false } = options;
  const { cwd } = session;
  // Log lines are JSON for scripts, and sentences on a terminal.
  const isWatched = Boolean(session.stderr.isTTY);
  const log = quiet
    ? undefined
    : (line: string) => void session.stderr.write(`${isWatched ? serviceLogLine(line) : line}\n`);
  const service = await startOrRefuse({
    port,
    host,
    workspaces: workspacesOf(options, session),
    readView,
    quirks: quirksOf(options),
    limits: limitsOf(options, cwd),
    clock,
    now: () => session.clock.now(),
    control,
    ...(data !== undefined && { data: { path: resolve(cwd, data), process: thisProcess() } }),
    ...(log && { log }),
  });
  if (options.quirks.includes('draft-versions') && !options.features.includes('versioning'))
    session.stderr.write(`note: ${VERSIONS_MISSING}\n`);
  if (!isLoopback(host)) session.stderr.write(`warning: ${describeOpenHost(host).join('\n  ')}\n`);
  session.stdout.write(`listening on ${service.url}\n`);
  await askedToStop(session);
  await service.close();
  return EXIT.DONE;
}

/** Identifies the owner of a data file, for this process and for those that find its record. */
function thisProcess(): OwnProcess {
  const self = ownIdentity();
  return {
    title: `process ${self.pid} on ${self.host}`,
    identity: JSON.stringify(self),
    lifeOf: (identity) => {
      const other = readIdentity(identity);
      return other ? lifeOf(other, self) : 'unseen';
    },
  };
}

/** Resolves at the first signal; at the next one, the process exits immediately. */
function askedToStop({ signals }: CommandSession): Promise<void> {
  return new Promise((done) => {
    const stop = () => {
      signals.off('SIGINT', stop);
      signals.off('SIGTERM', stop);
      done();
    };
    signals.on('SIGINT', stop);
    signals.on('SIGTERM', stop);
  });
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
