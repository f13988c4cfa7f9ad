import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../e2e/built-program.ts';
import { temporaryFolder } from '../cleanup.ts';
import { runAction as entryPoint } from '../../../src/action/run-action.ts';
import type { Host } from '../../../src/app/process/session.ts';
import { spawnProgram } from '../e2e/processes.ts';
import { startHere } from '../e2e/program.ts';
import type { FakeGithub } from '../github/fake-github.ts';
import { allInputs, inputVariables, type Inputs } from './action-inputs.ts';
import type { WorkflowEvent } from './events.ts';
import { fakeStep } from './fake-step.ts';
import { readRunnerFile } from './runner-file.ts';
import {
  annotationsOf,
  workflowCommands,
  type Annotation,
  type WorkflowCommand,
} from './workflow-commands.ts';

/** One step of a job that uses the action. */
export interface ActionStep {
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
