import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { resultOf, type ResultDocument } from '../documents.ts';
import type { FrontDoor } from '../front-door.ts';
import type { LiveService, LoggedRequest } from '../live-service.ts';
import { cleanEnvironment, startCampaigns, type Ended, type Running } from '../program.ts';
import { STATE_BRANCH } from '../shop.ts';

const run = promisify(execFile);

/** An answer that takes longer than this is given up by the program, in milliseconds. */
const TIMEOUT_MS = 1_000;

/** One run of the program, as it ended, and what the service saw of it. */
export interface RunSeen extends Ended {
  readonly requests: readonly LoggedRequest[];
  /** Undefined where the run was killed before it could say anything. */
  readonly result: ResultDocument | undefined;
}

/** A service and a shop with its origin, for one drill. */
export class World {
  readonly service: LiveService;
  readonly door: FrontDoor;
  readonly folder: string;
  /** Where the program runs. */
  directory: string;
  readonly runs: RunSeen[] = [];
  private logged = 0;

  constructor({ service, door }: { service: LiveService; door: FrontDoor }, folder: string) {
    this.service = service;
    this.door = door;
    this.folder = folder;
    this.directory = join(folder, 'shop');
  }

  /** An apply of the built program; `onStart` gets hold of it while it runs. */
  async apply(
    env: Readonly<Record<string, string>> = {},
    onStart: (running: Running) => void = () => undefined,
  ): Promise<RunSeen> {
    const running = this.start(['apply', '--yes', '--json'], env);
    onStart(running);
    const ended = await running.ended;
    const requests = (await this.service.requests()).slice(this.logged);
    this.logged += requests.length;
    const result = ended.stdout === '' ? undefined : resultOf(ended);
    const seen = { ...ended, requests, result };
    this.runs.push(seen);
    return seen;
  }

  /** Frees what a dead run held. A program that knows no lease has nothing to free. */
  async release(): Promise<void> {
    const { status, stderr } = await this.start(['state', 'release']).ended;
    if (status !== 0 && status !== 64) throw new Error(`state release exited ${String(status)}: ${stderr}`);
  }

  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    const surroundings = { CAMPAIGNS_API_KEY: 'local', CAMPAIGNS_HTTP_TIMEOUT_MS: String(TIMEOUT_MS) };
    return startCampaigns(args, { cwd: this.directory, env: { ...surroundings, ...env } });
  }

  /** Goes on in a new clone, as the next job of a workflow does: what only the old one had is gone. */
  async moveToFreshClone(): Promise<void> {
    this.directory = join(this.folder, `clone-${this.runs.length}`);
    await this.git('clone', '--quiet', join(this.folder, 'origin.git'), this.directory);
  }

  /** git at the origin, without holding up the process in which the door is. */
  async git(...args: readonly string[]): Promise<string> {
    const cwd = join(this.folder, 'origin.git');
    const { stdout } = await run('git', args, { cwd, env: cleanEnvironment(this.folder), maxBuffer: 1e8 });
    return stdout.trimEnd();
  }

  stateTip(): Promise<string> {
    return this.git('for-each-ref', '--format=%(objectname)', `refs/heads/${STATE_BRANCH}`);
  }

  async strike(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
