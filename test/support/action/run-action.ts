import { readFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../e2e/built-program.ts';
import type { AnnotationProperties } from '@actions/core';
import type { Step } from '../../../src/action/workflow-log.ts';
import {
  type Annotation,
  annotationsOf,
  workflowCommands,
  type WorkflowCommand,
} from './workflow-commands.ts';
import { temporaryFolder } from '../cleanup.ts';
import { runAction as entryPoint } from '../../../src/action/run-action.ts';
import type { Host } from '../../../src/app/process/session.ts';
import { spawnProgram } from '../e2e/processes.ts';
import { startHere } from '../e2e/program.ts';
import type { FakeGithub } from '../github/fake-github.ts';
import type { WorkflowEvent } from './action-world.ts';

export type Inputs = Readonly<Record<string, string>>;

/**
 * The inputs of a step: the test's own, and the defaults of `action.yml`. An input that `action.yml` doesn't have is a
 * mistake of the test.
 */
function allInputs(given: Inputs, token: string): Inputs {
  const { inputs } = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as {
    readonly inputs: Readonly<Record<string, { readonly default?: string | number | boolean } | null>>;
  };
  for (const name of Object.keys(given))
    if (!(name in inputs)) throw new Error(`action.yml has no input ${name}`);
  const defaults = Object.entries(inputs).map(([name, input]) => {
    // The only expression that defaults contain.
    const value = String(input?.default ?? '').replaceAll(/\$\{\{\s*github\.token\s*\}\}/g, token);
    if (value.includes('${{')) throw new Error(`the harness cannot evaluate ${value}`);
    return [name, value] as const;
  });
  return { ...Object.fromEntries(defaults), ...given };
}

/** The environment variables in which a runner passes inputs. Spaces become underscores; hyphens stay. */
function inputVariables(inputs: Inputs): Record<string, string> {
  const variableOf = (name: string) => `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`;
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [variableOf(name), value]));
}

/** What a step that runs in this process has told its runner. */
interface Told {
  readonly outputs: Record<string, string>;
  readonly annotations: Annotation[];
  /** The secrets that the runner hides in its logs. */
  readonly masked: string[];
  log: string;
  summary: string;
  exit: number;
}

/** A runner for a step in this process. `@actions/core` would write to the output and the files of the tests. */
export function fakeStep(inputs: Inputs): { readonly step: Step; readonly told: Told } {
  const told: Told = { outputs: {}, annotations: [], masked: [], log: '', summary: '', exit: 0 };
  const annotate =
    (level: Annotation['level']) =>
    (message: string | Error, place: AnnotationProperties = {}): void => {
      const { startLine, startColumn, ...named } = place;
      const at = {
        ...(startLine !== undefined && { line: startLine }),
        ...(startColumn !== undefined && { column: startColumn }),
      };
      told.annotations.push({ level, message: String(message), ...named, ...at });
    };
  const step: Step = {
    getInput: (name) => (inputs[name] ?? '').trim(),
    setOutput: (name, value) => (told.outputs[name] = String(value)),
    setSecret: (secret) => told.masked.push(secret),
    info: (text) => (told.log += `${text}\n`),
    error: annotate('error'),
    warning: annotate('warning'),
    notice: annotate('notice'),
    summary: {
      addRaw: (text) => ({ write: () => Promise.resolve((told.summary += `${text}\n`)) }),
    },
    setFailed: (message) => {
      told.exit = 1;
      annotate('error')(message);
    },
  };
  return { step, told };
}

/**
 * Parses a file such as `GITHUB_OUTPUT` like the runner does: `name=value`, or `name<<END` with the value on the lines
 * up to `END`. Throws for anything that the runner would refuse.
 */
function readRunnerFile(text: string): Record<string, string> {
  const pairs: Record<string, string> = {};
  const lines = text.split(/\r?\n/);
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    if (line === '') continue;
    const [, name, mark, rest = ''] = /^(.+?)(=|<<)(.*)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`the runner refuses the line ${line}`);
    if (mark === '=') {
      pairs[name] = rest;
      continue;
    }
    const end = lines.indexOf(rest);
    if (rest === '' || end < 0) throw new Error(`the runner finds no end of the value of ${name}`);
    pairs[name] = lines.splice(0, end).join('\n');
    lines.shift();
  }
  return pairs;
}

/** One step of a job that uses the action. */
interface ActionStep {
  /** The work tree that an earlier step checked out. */
  readonly folder: string;
  readonly inputs: Inputs;
  readonly event: WorkflowEvent;
  readonly github: FakeGithub;
  /** The job's token. */
  readonly token: string;
  /** Additions to the runner's variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** A file to run in its own process, such as the bundle. Without one, the action runs in this process. */
  readonly entry?: string;
}

export interface ActionEnded {
  /** The exit code, which decides about success or failure of the step. */
  readonly exit: number | null;
  readonly outputs: Readonly<Record<string, string>>;
  /** The job summary, as Markdown. */
  readonly summary: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly annotations: readonly Annotation[];
  /** The secrets that the runner hides in its logs. */
  readonly masked: readonly string[];
  /** The lines that the runner treats as commands. In this process, that is text that was meant to be shown. */
  readonly commands: readonly WorkflowCommand[];
}

/** The path of the release's bundle. */
export const ACTION = join(ROOT, 'dist', 'action.js');
let runs = 0;

/** Runs the action to its end, with the environment of a runner. */
export function runAction(step: ActionStep): Promise<ActionEnded> {
  const runner = temporaryFolder();
  const files = runnerFiles(runner, step);
  const inputs = allInputs(step.inputs, step.token);
  const env = {
    ...{ HOME: runner, CI: 'true', ...files, ...githubVariables(step) },
    RUNNER_TEMP: join(runner, 'temp'),
    ...inputVariables(inputs),
    ...step.env,
  };
  return step.entry === undefined ? runHere(step, inputs, env) : runThere(step.entry, step, env);
}

async function runHere(
  { folder: cwd }: ActionStep,
  inputs: Inputs,
  env: Readonly<Record<string, string>>,
): Promise<ActionEnded> {
  const { step, told } = fakeStep(inputs);
  const entry = async (host: Host) => {
    await entryPoint(host, step);
    return told.exit;
  };
  const { status: exit, stdout, stderr } = await startHere(entry, { cwd, env }).ended;
  const shown = told.annotations.map((one) => `${Object.values(one).join(' ')}\n`);
  return {
    ...{ ...told, exit, stderr, commands: workflowCommands(told.log) },
    stdout: [stdout, told.log, ...shown].join(''),
  };
}

async function runThere(
  entry: string,
  { folder: cwd }: ActionStep,
  env: Readonly<Record<string, string>>,
): Promise<ActionEnded> {
  const node = process.env['ACTION_NODE'] ?? process.execPath;
  const { status: exit, stdout, stderr } = await spawnProgram(node, [entry], { cwd, env }).ended;
  // The runner reads commands from both streams.
  const commands = [...workflowCommands(stdout), ...workflowCommands(stderr)];
  return {
    ...{ exit, stdout, stderr, commands, annotations: annotationsOf(commands) },
    masked: commands.flatMap(({ name, message }) => (name === 'add-mask' ? [message] : [])),
    outputs: readRunnerFile(contentOf(env['GITHUB_OUTPUT'])),
    summary: contentOf(env['GITHUB_STEP_SUMMARY']),
  };
}

/** Nothing if a test took the file away. */
function contentOf(file = ''): string {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, 'utf8') : '';
}

/** The files through which a step and the runner communicate. */
function runnerFiles(runner: string, { event }: ActionStep) {
  mkdirSync(join(runner, 'temp'));
  const file = (name: string, text = '') => {
    const path = join(runner, 'temp', name);
    writeFileSync(path, text);
    return path;
  };
  return {
    GITHUB_EVENT_PATH: file('event.json', JSON.stringify(event.payload, null, 2)),
    GITHUB_OUTPUT: file('set_output'),
    GITHUB_STEP_SUMMARY: file('step_summary'),
  };
}

function githubVariables({ folder, event, github }: ActionStep): Record<string, string> {
  const { repository, apiUrl, serverUrl } = github.site;
  return {
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: apiUrl,
    GITHUB_SERVER_URL: serverUrl,
    GITHUB_REPOSITORY: repository,
    GITHUB_EVENT_NAME: event.name,
    GITHUB_SHA: event.sha,
    GITHUB_REF: event.ref,
    GITHUB_REF_NAME: event.ref.replace(/^refs\/(heads|pull|tags)\//, ''),
    GITHUB_REF_TYPE: 'branch',
    GITHUB_RUN_ID: String(9_000_000_000 + (runs += 1)),
    GITHUB_WORKSPACE: folder,
  };
}
