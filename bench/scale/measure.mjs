// Runs a program to its end: seconds, and its own processor seconds and peak memory, without those of the
// programs that it starts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

/** What a program does in a part of ours, by folder below dist/, longest first; what it calls counts as the same. */
const PHASES = {
  'load/yaml': 'parse',
  load: 'check',
  files: 'read',
  git: 'git',
  state: 'state',
  remote: 'requests',
  plan: 'compare',
  review: 'compare',
  render: 'render',
  messages: 'render',
};
/** Libraries that run by themselves, when an answer or the end of a process arrives. */
const LIBRARIES = { yaml: 'parse', 'simple-git': 'git', undici: 'requests' };

/**
 * Where the time of a run goes, from a profile that node writes: seconds by phase. `start` is loading and compiling modules,
 * `wait` the time in which the program waits for git or the service, and `rest` what belongs to no phase.
 */
export function byPhase({ nodes, samples, timeDeltas }) {
  const children = new Map(nodes.map((node) => [node.id, node]));
  const phases = new Map();
  const descend = (node, above) => {
    const phase = phaseOf(node.callFrame, above);
    phases.set(node.id, phase);
    for (const id of node.children ?? []) descend(children.get(id), phase);
  };
  descend(nodes[0], 'rest');
  const sums = {};
  samples.forEach((id, at) => {
    const phase = phases.get(id);
    sums[phase] = (sums[phase] ?? 0) + timeDeltas[at] / 1e6;
  });
  return sums;
}

function phaseOf({ url, functionName }, above) {
  if (functionName === '(idle)') return 'wait';
  if (functionName === '(garbage collector)') return 'garbage';
  if (/^node:internal\/modules\//.test(url) || functionName === 'compileSourceTextModule') return 'start';
  const [, library] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (library) return above === 'rest' ? (LIBRARIES[library] ?? above) : above;
  const [, path = ''] = /\/dist\/(.*)/.exec(url) ?? [];
  const folder = Object.keys(PHASES).find((one) => path.startsWith(`${one}/`));
  return folder ? PHASES[folder] : above;
}

/** Lets node write a profile into a folder. */
export function profiling(folder) {
  return ['--cpu-prof', '--cpu-prof-dir', folder];
}
