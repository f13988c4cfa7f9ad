import type { ErrorObject } from 'ajv/dist/2020.js';
import type { DiagnosticCode } from '../model/diagnostic.ts';
import { isJsonObject, isList, valueAt, type JsonValue, type Path } from '../model/json.ts';
import { nearest, suggestion } from './nearest.ts';
import { campaign, workspacesFile } from './validators.ts';

/** One mistake that a schema found: where in the value, and in words. */
export interface SchemaProblem {
  readonly path: Path;
  /** Whether it is the member's key, or its value, that is wrong. */
  readonly on: 'key' | 'value';
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string;
}

const VALIDATORS = { campaign, workspaces: workspacesFile };

/** What a schema finds wrong with a value: one problem a place, in our own words. */
export function schemaProblems(name: keyof typeof VALIDATORS, value: JsonValue): SchemaProblem[] {
  const validate = VALIDATORS[name];
  validate(value);
  const problems = (validate.errors ?? [])
    .filter(({ keyword }) => !COMPOSITES.has(keyword))
    .map((error) => ({ error, problem: problemOf(error, value) }))
    .sort((a, b) => rank(a.error.keyword) - rank(b.error.keyword));
  return onePerPlace(problems.map(({ problem }) => problem));
}

/** Of several problems at one place the first. */
export function onePerPlace(problems: readonly SchemaProblem[]): SchemaProblem[] {
  const first = new Map<string, SchemaProblem>();
  for (const problem of problems) {
    const place = JSON.stringify(problem.path);
    if (!first.has(place)) first.set(place, problem);
  }
  return [...first.values()];
}

/** Keywords that only repeat that something below them failed. */
const COMPOSITES = new Set(['if', 'allOf', 'anyOf', 'oneOf']);

/** Where several keywords fail at one place, the plainest is told. */
const RANKS = ['type', 'const', 'enum', 'format', 'pattern'];

function rank(keyword: string): number {
  const place = RANKS.indexOf(keyword);
  return place === -1 ? RANKS.length : place;
}

function problemOf(error: ErrorObject, root: JsonValue): SchemaProblem {
  const path = pathOf(error.instancePath, root);
  const field = String(path.at(-1) ?? 'the file');
  const seen = show(error.data as JsonValue);
  const params = error.params as Record<string, unknown>;
  const value = (code: DiagnosticCode, message: string, hint: string): SchemaProblem => ({
    path,
    on: 'value',
    code,
    message,
    hint,
  });
  switch (error.keyword) {
    case 'type':
      return value(
        'E_TYPE',
        `${seen} is not ${typeWords(params.type)}`,
        typeHint(params.type, error.data as JsonValue),
      );
    case 'const':
    case 'enum': {
      const allowed = (params.allowedValues ?? [params.allowedValue]) as JsonValue[];
      return value(
        enumCode(field),
        `${seen} is not ${enumWords(field)}`,
        enumHint(error.data as JsonValue, allowed),
      );
    }
    case 'required':
    case 'dependentRequired': {
      const missing = String(params.missingProperty);
      const why = error.keyword === 'dependentRequired' ? ` because ${String(params.property)} is there` : '';
      return value(
        'E_MISSING',
        `${missing} is missing${path.length > 0 ? ` in ${field}` : ''}${why}`,
        `add ${missing}`,
      );
    }
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'propertyNames': {
      const name = String(params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName);
      const known = Object.keys((error.parentSchema?.properties ?? {}) as object);
      const hint = known.length > 0 ? suggestion(name, known) : 'choose another name';
      return {
        path: [...path, name],
        on: 'key',
        code: 'E_UNKNOWN_KEY',
        message: `"${name}" is not known${path.length > 0 ? ` in ${field}` : ''}`,
        hint,
      };
    }
    case 'format':
    case 'pattern':
      return value(
        'E_FORMAT',
        `${seen} is not ${formatWords(error)}`,
        describe(error) ?? 'check its spelling',
      );
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return value(
        'E_RANGE',
        `${field} is ${seen}`,
        `it must be ${String(params.comparison)} ${String(params.limit)}`,
      );
    case 'minItems':
    case 'maxItems':
    case 'minLength':
    case 'maxLength':
    case 'minProperties':
    case 'maxProperties':
      return value(
        'E_RANGE',
        `${field} has too ${error.keyword.startsWith('min') ? 'few' : 'many'} entries or characters`,
        `${error.keyword.startsWith('min') ? 'at least' : 'at most'} ${String(params.limit)} are allowed`,
      );
    case 'uniqueItems':
      return value('E_VALUE', `${field} has an entry twice`, 'keep one of the two');
    default:
      return value('E_NOT_ALLOWED', `${field} can't stand here as it is`, describe(error) ?? 'remove it');
  }
}

function describe({ parentSchema }: ErrorObject): string | undefined {
  const text = (parentSchema as { description?: unknown } | undefined)?.description;
  return typeof text === 'string' ? text : undefined;
}

function formatWords({ params }: ErrorObject): string {
  const { format } = params as { format?: string };
  return format === 'email'
    ? 'an e-mail address'
    : format === 'uri'
      ? 'a web address'
      : 'written as it must be';
}

/** Fields whose wrong values have a code of their own, so that scripts can tell them apart. */
function enumCode(field: string): DiagnosticCode {
  return field === 'filter_operator'
    ? 'E_FILTER_OPERATOR'
    : field === 'data_type'
      ? 'E_DATA_TYPE'
      : 'E_VALUE';
}

function enumWords(field: string): string {
  const words = field.replaceAll('_', ' ');
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
}

function enumHint(seen: JsonValue, allowed: readonly JsonValue[]): string {
  const near =
    typeof seen === 'string'
      ? nearest(
          seen,
          allowed.filter((one) => typeof one === 'string'),
        )
      : undefined;
  return near === undefined
    ? `allowed: ${allowed.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ')}`
    : `write "${near}"`;
}

function typeWords(type: unknown): string {
  const words: Record<string, string> = {
    string: 'a text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list',
    object: 'a map',
  };
  const types = Array.isArray(type) ? type.map(String) : [String(type)];
  return types.map((one) => words[one] ?? one).join(' or ');
}

function typeHint(type: unknown, seen: JsonValue): string {
  if (type === 'string' && (typeof seen === 'number' || typeof seen === 'boolean'))
    return `quote it: "${String(seen)}"`;
  if (type === 'array' && typeof seen !== 'object') return `write [${String(seen)}]`;
  return `write ${typeWords(type)}`;
}

function show(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return 'nothing';
  if (isList(value)) return 'a list';
  if (isJsonObject(value)) return 'a map';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text;
}

/** A JSON Pointer as steps, with indexes as numbers. */
function pathOf(instancePath: string, root: JsonValue): Path {
  const steps: (string | number)[] = [];
  for (const raw of instancePath.split('/').slice(1)) {
    const step = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    steps.push(isList(valueAt(root, steps)) ? Number(step) : step);
  }
  return steps;
}
