import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../e2e/built-program.ts';

export type Inputs = Readonly<Record<string, string>>;

/**
 * The inputs of a step: the test's own, and the defaults of `action.yml`. An input that `action.yml` doesn't have is a
 * mistake of the test.
 */
export function allInputs(given: Inputs, token: string): Inputs {
  const declared = declaredInputs();
  if (declared)
    for (const name of Object.keys(given))
      if (!(name in declared)) throw new Error(`action.yml has no input ${name}`);
  const defaults = Object.entries(declared ?? { 'github-token': { default: '${{ github.token }}' } }).map(
    ([name, { default: usual = '' }]) => [name, evaluated(String(usual), token)] as const,
  );
  return { ...Object.fromEntries(defaults), ...given };
}

/** The environment variables in which a runner passes inputs. */
export function inputVariables(inputs: Inputs): Record<string, string> {
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [variableOf(name), value]));
}

function declaredInputs(): Record<string, { readonly default?: string | number | boolean }> | undefined {
  const file = join(ROOT, 'action.yml');
  if (!existsSync(file)) return undefined;
  const { inputs } = parse(readFileSync(file, 'utf8')) as {
    inputs: Record<string, { default?: string | number | boolean } | null>;
  };
  return Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input ?? {}]));
}

/** Evaluates the only expression that defaults contain. */
function evaluated(text: string, token: string): string {
  const value = text.replaceAll(/\$\{\{\s*github\.token\s*\}\}/g, token);
  if (value.includes('${{')) throw new Error(`the harness cannot evaluate ${text}`);
  return value;
}

/** Spaces become underscores; hyphens stay. */
function variableOf(input: string): string {
  return `INPUT_${input.replaceAll(' ', '_').toUpperCase()}`;
}
