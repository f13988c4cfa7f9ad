import { spawnSync } from 'node:child_process';
import { temporaryFolder } from '../cleanup.ts';
import { spawnProgram } from './processes.ts';
import type { Ended } from './program.ts';

/** The address of the service in the documentation. */
const USUAL_ADDRESS = 'http://127.0.0.1:4010/';

/** Why the shell commands in a text can't run here; `null` if they can. */
export function noCurl(): string | null {
  const [curl, sh] = [spawnSync('curl', ['--version']), spawnSync('sh', ['-c', ':'])];
  if (curl.status === 0 && sh.status === 0) return null;
  return 'curl or sh is not on this machine';
}

/**
 * Runs shell commands from a text against a service. Stops at the first that fails, including by an answer of 400 or
 * more.
 */
export function curlSession(commands: string, url: string): Promise<Ended> {
  const strict = 'curl() { command curl --fail-with-body "$@"; }\n';
  const script = strict + commands.replaceAll(USUAL_ADDRESS, url);
  return spawnProgram('sh', ['-euc', script], { cwd: temporaryFolder() }).ended;
}
