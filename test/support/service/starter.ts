// A process that wants a file, bundled and run by the tests of file-owner.ts as `node starter.mjs ORDER`.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { ownFile } from '../../../src/service/store/file-owner.ts';

/** What a starter is told to do, as JSON in its first argument. */
export type Order =
  /** Owns the file once, says how that went, holds on until its input ends; a signal hits it before step `at`. */
  | {
      readonly kind: 'once';
      readonly file: string;
      readonly at: number;
      readonly signal: 'SIGKILL' | 'SIGSTOP';
    }
  /** Says when it starts, then owns the file again and again until it is killed, and writes down who has it. */
  | { readonly kind: 'contest'; readonly file: string; readonly log: string };

/** The steps by which the file system is asked or changed. */
const STEPS = [
  ...['readdirSync', 'mkdirSync', 'openSync', 'closeSync', 'renameSync', 'rmdirSync', 'unlinkSync'],
  'existsSync',
] as const;

const order = JSON.parse(process.argv[2] ?? '') as Order;
if (order.kind === 'once') once(order);
else contest(order);

function once({ file, at, signal }: Order & { kind: 'once' }): void {
  strikeBefore(at, signal);
  const ownership = ownFile(file);
  if (ownership.kind === 'owned') fs.mkdirSync(`${ownership.path}.lock`);
  process.stdout.write(`${ownership.kind}\n`);
  process.stdin.resume().on('end', () => {
    process.exit();
  });
}

/** Sends this process a signal before its n-th step, counted from 1; 0 is never. */
function strikeBefore(at: number, signal: NodeJS.Signals): void {
  const steps = fs as unknown as Record<string, (...args: unknown[]) => unknown>;
  let count = 0;
  for (const name of STEPS) {
    const step = steps[name];
    steps[name] = (...args) => {
      count += 1;
      if (count === at) process.kill(process.pid, signal);
      return step?.apply(fs, args);
    };
  }
  syncBuiltinESMExports();
}

/** Mostly it gives the file up, sometimes it dies with it, lock and all. */
function contest({ file, log }: Order & { kind: 'contest' }): void {
  fs.writeSync(process.stdout.fd, 'started\n');
  for (;;) {
    const ownership = ownFile(file);
    if (ownership.kind === 'taken') {
      wait(Math.random() * 3);
      continue;
    }
    // Fails when another owner has the lock.
    fs.mkdirSync(`${ownership.path}.lock`);
    const tell = (what: string): void => {
      fs.appendFileSync(log, `${what} ${process.pid}\n`);
    };
    tell('begin');
    for (let beat = 0; beat < 3; beat += 1) {
      wait(Math.random() * 2);
      tell('beat');
    }
    if (Math.random() < 0.1) process.kill(process.pid, 'SIGKILL');
    tell('end');
    fs.rmdirSync(`${ownership.path}.lock`);
    ownership.release();
  }
}

function wait(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
