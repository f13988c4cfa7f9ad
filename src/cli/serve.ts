import { resolve } from 'node:path';
import { describeOpenHost, VERSIONS_MISSING } from '../messages/serve-messages.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { serviceLogLine } from '../render/text/service-log-text.ts';
import type { OwnProcess, ServiceOptions } from '../service/domain/service-options.ts';
import { lifeOf, ownIdentity, readIdentity } from '../state/process-identity.ts';
import type { CommandSession } from './session.ts';
import { statSync } from 'node:fs';
import { UserFailure } from '../app/process/user-failure.ts';
import { isLoopback } from '../model/workspace.ts';
import { startService, type RunningService } from '../service/http/start-service.ts';
import { UnusableDataFile } from '../service/store/open-database.ts';
import { settingsOf, type ServeOptions } from './serve-settings.ts';

/**
 * Runs the local campaign service until it receives a signal. Without a data file, campaigns exist as long as the
 * process.
 */
export async function serve(options: ServeOptions, session: CommandSession): Promise<ExitCode> {
  const { port, host, clock, data, control = false, quiet = false } = options;
  const { cwd } = session;
  // Log lines are JSON for scripts, and sentences on a terminal.
  const isWatched = Boolean(session.stderr.isTTY);
  const log = quiet
    ? undefined
    : (line: string) => void session.stderr.write(`${isWatched ? serviceLogLine(line) : line}\n`);
  const service = await startOrRefuse({
    port,
    host,
    ...settingsOf(options, session),
    clock,
    now: () => session.clock.now(),
    control,
    ...(data !== undefined && { data: { path: resolve(cwd, data), process: dataOwner() } }),
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
function dataOwner(): OwnProcess {
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

/** The errors of the system about a port or a host, by the option that names it. */
const REFUSED: Readonly<Record<string, '--port' | '--host'>> = {
  EADDRINUSE: '--port',
  EACCES: '--port',
  EADDRNOTAVAIL: '--host',
  ENOTFOUND: '--host',
  EAI_AGAIN: '--host',
};

/** Starts the local service; throws UserFailure, in the words of the system, if its data or its port can't be used. */
async function startOrRefuse(options: ServiceOptions): Promise<RunningService> {
  const { data, port, host = '' } = options;
  const cannotStart = (option: string, value: string, said: string) =>
    new UserFailure(EXIT.FAILED, { code: 'serve-cannot-start', option, value, said });
  if (data && statSync(data.path, { throwIfNoEntry: false })?.isDirectory())
    throw cannotStart('--data', data.path, 'it is a folder');
  return startService(options).catch((error: unknown) => {
    if (error instanceof UnusableDataFile) throw cannotStart('--data', data?.path ?? '', error.message);
    const option = error instanceof Error && 'code' in error ? REFUSED[String(error.code)] : undefined;
    if (!option || !(error instanceof Error)) throw error;
    throw cannotStart(option, option === '--port' ? String(port) : host, error.message);
  });
}
