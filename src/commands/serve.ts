import { readFileSync } from 'node:fs';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { isObject } from '../model/json.ts';
import { startService } from '../service/start-service.ts';
import type { WorkspaceOptions } from '../service/service-options.ts';
import { UserFailure } from './user-failure.ts';

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly appKey: string;
  readonly apiKeyEnv: string;
  readonly workspaces?: string;
  readonly features: readonly string[];
  readonly readView: 'written' | 'normalized';
  readonly limits: 'real' | 'off';
  readonly clock: 'real' | 'manual';
  readonly control?: boolean;
  readonly quiet?: boolean;
}

/** Runs the local campaign service until it is told to stop. Campaigns live as long as the process. */
export async function serve(options: ServeOptions): Promise<ExitCode> {
  const { port, host, readView, limits, clock, control = false, quiet = false } = options;
  const workspaces = [
    {
      appKey: options.appKey,
      apiKey: process.env[options.apiKeyEnv] ?? 'local',
      features: options.features,
      scopes: SCOPES,
    },
    ...(options.workspaces ? readWorkspaces(options.workspaces) : []),
  ];
  const log = quiet ? undefined : (line: string) => void process.stderr.write(`${line}\n`);
  const service = await startService({
    port,
    host,
    workspaces,
    readView,
    limits,
    clock,
    control,
    ...(log && { log }),
  }).catch((error: unknown) => {
    if (isObject(error) && error.code === 'EADDRINUSE') {
      throw new UserFailure(EXIT.FAILED, `Port ${port} is taken.`, {
        hint: 'Choose another with --port; 0 takes a free one.',
      });
    }
    throw error;
  });
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        resolve();
      });
  });
  process.stdout.write(`listening on ${service.url}\n`);
  await stopped;
  await service.close();
  return EXIT.DONE;
}

const SCOPES = ['campaigns:create_manage'];

function readWorkspaces(path: string): WorkspaceOptions[] {
  const bad = (why: string) =>
    new UserFailure(EXIT.USAGE, `${path} ${why}.`, {
      hint: 'Write a JSON list of {app_key, api_key_env, features, scopes}.',
    });
  let list: unknown;
  try {
    list = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw bad(`can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!Array.isArray(list)) throw bad('is not a list');
  return list.map((entry: unknown, index) => {
    if (!isObject(entry) || typeof entry.app_key !== 'string' || typeof entry.api_key_env !== 'string') {
      throw bad(`has no app_key or api_key_env in entry ${index + 1}`);
    }
    const apiKey = process.env[entry.api_key_env];
    if (!apiKey) throw bad(`names the variable ${entry.api_key_env}, which is not set`);
    return {
      appKey: entry.app_key,
      apiKey,
      features: texts(entry.features) ?? [],
      scopes: texts(entry.scopes) ?? SCOPES,
    };
  });
}

function texts(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : undefined;
}
