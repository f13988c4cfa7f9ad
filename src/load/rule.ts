import type { DiagnosticCode } from '../model/diagnostic.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import type { SchemaProblem } from './schema-errors.ts';

/** What a rule looks at: a campaign's body for one workspace, references resolved. */
export interface RuleInputs {
  readonly body: JsonObject;
  readonly features: readonly string[];
  readonly workspace: string;
}

/** A rule of the service, or ours, that JSON Schema can't say. */
export type Rule = (inputs: RuleInputs) => SchemaProblem[];

export function mistake(path: Path, code: DiagnosticCode, message: string, hint: string): SchemaProblem {
  return { path, on: 'value', code, message, hint };
}

/** Every text of a value, with its place. */
export function textsIn(value: JsonValue, path: Path = []): { readonly path: Path; readonly text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (isList(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, [...path, name]));
}
