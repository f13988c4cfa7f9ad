import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../e2e/built-program.ts';

export type Inputs = Readonly<Record<string, string>>;

/**
 * The inputs of a step: the test's own, and the defaults of `action.yml`. An input that `action.yml` doesn't have is a
 * mistake of the test.
 */
export function allInputs(given: Inputs, token: string): Inputs {
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

/** The environment variables in which a runner passes inputs. */
export function inputVariables(inputs: Inputs): Record<string, string> {
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [variableOf(name), value]));
}

/** Spaces become underscores; hyphens stay. */
function variableOf(input: string): string {
  return `INPUT_${input.replaceAll(' ', '_').toUpperCase()}`;
}
