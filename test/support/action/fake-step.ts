import type { AnnotationProperties } from '@actions/core';
import type { Step } from '../../../src/action/workflow-log.ts';
import type { Inputs } from './action-inputs.ts';
import type { Annotation } from './workflow-commands.ts';

/** What a step that runs in this process has told its runner. */
export interface Told {
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
