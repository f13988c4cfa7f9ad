// Runs a program to its end: seconds, processor seconds and peak memory, its own and those of the programs that it starts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPORT = fileURLToPath(new URL('../report-use.cjs', import.meta.url));
export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Throws if it fails otherwise than it may. */
export async function run(script, args, { cwd, env = {}, may = [0], node = [] } = {}) {
  const started = performance.now();
  const child = spawn(process.execPath, [...node, '--require', REPORT, script, ...args], {
    cwd,
    env: { ...process.env, CAMPAIGNS_API_KEY: 'local', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [out, err, use] = [1, 2, 3].map((at) => {
    const parts = [];
    child.stdio[at].on('data', (part) => parts.push(part));
    return () => Buffer.concat(parts).toString();
  });
  const [code] = await once(child, 'close');
  const seconds = (performance.now() - started) / 1000;
  if (!may.includes(code)) throw new Error(`${script} ${args.join(' ')}: exit ${code}\n${out()}${err()}`);
  const { ms, mebibytes } = JSON.parse(use());
  return { seconds, processor: ms / 1000, mebibytes, out: out(), err: err() };
}

export function campaigns(args, options) {
  return run(CLI, args, options);
}

/** The medians of several runs of two programs, one after the other, because other programs may use the machine. */
export async function paired(times, one, other) {
  const pairs = [];
  for (let n = 0; n < times; n += 1) pairs.push([await one(), await other()]);
  return [0, 1].map((at) => {
    const runs = pairs.map((pair) => pair[at]);
    const of = (name) => median(runs.map((each) => each[name]));
    return { ...runs[0], seconds: of('seconds'), processor: of('processor'), mebibytes: of('mebibytes') };
  });
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Where a command's processor time goes, in seconds by part of the program, from a profile that node writes. */
export function byPart({ nodes, samples, timeDeltas }) {
  const known = new Map(nodes.map((node) => [node.id, partOf(node.callFrame)]));
  const sums = new Map();
  samples.forEach((id, at) => {
    const part = known.get(id);
    sums.set(part, (sums.get(part) ?? 0) + timeDeltas[at] / 1e6);
  });
  return [...sums].sort(([, a], [, b]) => b - a);
}

function partOf({ url, functionName }) {
  if (functionName === '(idle)') return 'waiting';
  if (functionName === '(garbage collector)') return 'garbage collector';
  const [, library] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (library) return library;
  const [, folder] = /\/dist\/(\w+)/.exec(url) ?? [];
  return folder ?? 'node';
}

/** A folder for profiles, as an option for node. */
export function profiling(folder) {
  return ['--cpu-prof', '--cpu-prof-dir', join(folder, 'profiles')];
}
