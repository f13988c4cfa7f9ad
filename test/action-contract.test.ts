import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { OUTPUT_NAMES } from '../src/action/conclusion.ts';
import { INPUT_NAMES, readInputs, type ActionInputs } from '../src/action/inputs.ts';

interface Described {
  readonly description?: string;
  readonly default?: string;
  readonly required?: boolean;
}

const action = parse(readFileSync(new URL('../action.yml', import.meta.url), 'utf8')) as {
  readonly inputs: Readonly<Record<string, Described>>;
  readonly outputs: Readonly<Record<string, Described>>;
  readonly runs: unknown;
};

describe('action.yml', () => {
  it('names the inputs and outputs of the code, in their order', () => {
    expect(Object.keys(action.inputs)).toEqual(INPUT_NAMES);
    expect(Object.keys(action.outputs)).toEqual(OUTPUT_NAMES);
  });

  it('describes each of them in plain sentences', () => {
    for (const { description = '' } of [...Object.values(action.inputs), ...Object.values(action.outputs)])
      expect(description).toMatch(/^.{15,}[^.]$/);
  });

  it('requires only the command, and states the defaults of the code', () => {
    expect(Object.keys(action.inputs).filter((name) => action.inputs[name]?.required)).toEqual(['command']);
    const read = (defaults: boolean): ActionInputs =>
      readInputs((name) => (name === 'command' ? 'plan' : (defaults && action.inputs[name]?.default) || ''));
    expect({ ...read(true), token: '' }).toEqual(read(false));
    expect(action.inputs['github-token']?.default).toBe('${{ github.token }}');
  });

  it('runs the single bundle on Node 24', () => {
    expect(action.runs).toEqual({ using: 'node24', main: 'dist/action.js' });
  });
});
