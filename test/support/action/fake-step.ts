import type { AnnotationPlace, Step } from '../../../src/action/step-port.ts';
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
    (message: string, place?: AnnotationPlace): void => {
      told.annotations.push({ level, message, ...(place && annotated(place)) });
    };
  const step: Step = {
    input: (name) => (inputs[name] ?? '').trim(),
    output: (name, value) => (told.outputs[name] = value),
    secret: (text) => told.masked.push(text),
    log: (text) => (told.log += `${text}\n`),
    error: annotate('error'),
    warning: annotate('warning'),
    notice: annotate('notice'),
    summary: (markdown) => {
      told.summary += `${markdown}\n`;
      return Promise.resolve();
    },
    fail: (message) => {
      told.exit = 1;
      annotate('error')(message);
    },
  };
  return { step, told };
}

function annotated({ title, file, startLine, startColumn }: AnnotationPlace): Partial<Annotation> {
  return { title, file, line: startLine, ...(startColumn !== undefined && { column: startColumn }) };
}
