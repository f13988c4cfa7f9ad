import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { badOption, UserFailure } from '../app/process/user-failure.ts';
import { describeOpenHost, VERSIONS_MISSING } from '../messages/run-messages.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { isLoopback } from '../model/workspace.ts';
import { Refusal } from '../service/domain/failure.ts';
import { readQuirks } from '../service/domain/quirks/quirks.ts';
import type { OwnProcess, ServiceOptions } from '../service/domain/service-options.ts';
import { ALL_SCOPES, readLimits, readWorkspaces } from '../service/http/settings.ts';
import { startService, type RunningService } from '../service/http/start-service.ts';
import { UnusableDataFile } from '../service/store/open-database.ts';
import { lifeOf, ownIdentity, readIdentity } from '../state/process-identity.ts';
import type { CommandSession } from './session.ts';

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly appKey: string;
  readonly apiKeyEnv: string;
  readonly workspaces?: string;
  readonly features: readonly string[];
  readonly readView: 'written' | 'normalized' | 'documented';
  readonly quirks: readonly string[];
  /** `real`, `off` or the path of a file. */
  readonly limits: string;
  readonly clock: 'real' | 'manual';
  readonly data?: string;
  readonly control?: boolean;
  readonly quiet?: boolean;
}

/**
 * Runs the local campaign service until it receives a signal. Without a data file, campaigns exist as long as the
 * process.
 */
export async function serve(options: ServeOptions, session: CommandSession): Promise<ExitCode> {
  const { port, host, clock, data, control = false, quiet = false } = options;
  const { cwd } = session;
  const log = quiet ? undefined : (line: string) => void session.stderr.write(`${line}\n`);
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

/** What a service is started with, besides its port and its clock; throws UserFailure. */
function settingsOf(
  { appKey, apiKeyEnv, features, limits, workspaces, readView, quirks }: ServeOptions,
  { environment, cwd }: Pick<CommandSession, 'environment' | 'cwd'>,
): Pick<ServiceOptions, 'workspaces' | 'quirks' | 'limits'> {
  const read = <T>(option: string, file: string, parse: (text: string) => T): T =>
    readSetting(option, file, () => parse(readFileSync(resolve(cwd, file), 'utf8')));
  // An empty variable contains no key either.
  const first = { appKey, apiKey: environment[apiKeyEnv] || 'local', features, scopes: ALL_SCOPES };
  const taken = { env: environment, taken: [appKey] };
  const others =
    workspaces === undefined ? [] : read('--workspaces', workspaces, (text) => readWorkspaces(text, taken));
  // `--read-view` is an earlier spelling of two quirks.
  const named = [...(readView === 'written' ? [] : [readView]), ...quirks];
  return {
    workspaces: [first, ...others],
    quirks: readSetting('--quirks', undefined, () => readQuirks(named)).list,
    limits: limits === 'real' || limits === 'off' ? limits : read('--limits', limits, readLimits),
  };
}

/** Reads a setting of the command line or of a file. Its mistakes, and those of the file system, are a usage error. */
function readSetting<T>(option: string, value: string | undefined, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof Error && 'code' in error)) throw error;
    const details = error instanceof Refusal ? error.failure.details : [error];
    const said = details.map(({ message }) => message.trim()).join('; ');
    throw badOption(option, { why: 'said', said }, value);
  }
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

/** Starts the local service; throws UserFailure, in the words of the system, if its data or its port can't be used. */
async function startOrRefuse(options: ServiceOptions): Promise<RunningService> {
  try {
    return await startService(options);
  } catch (error) {
    const isKnown = error instanceof UnusableDataFile || (error instanceof Error && 'syscall' in error);
    if (!isKnown) throw error;
    throw new UserFailure(EXIT.FAILED, { code: 'serve-cannot-start', said: error.message });
  }
}
