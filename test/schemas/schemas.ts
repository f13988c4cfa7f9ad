import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type JsonMap = Record<string, Json>;

/** One error as the tables write it: where, and which keyword. */
export type Finding = readonly [at: string, keyword: string];

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const CAMPAIGNS = join(ROOT, 'campaigns');

export function readSchema(name: string): JsonMap {
  return JSON.parse(readFileSync(join(ROOT, 'schemas', `${name}.schema.json`), 'utf8')) as JsonMap;
}

/** All schemas, by name. */
export function schemaNames(): string[] {
  return readdirSync(join(ROOT, 'schemas')).map((file) => file.replace(/\.schema\.json$/, ''));
}

/**
 * A function that says what a schema finds wrong with a value. Compiling is strict and warns by throwing.
 * The keyword `if` only repeats that its branch failed, so it is left out, as every reader of the errors must do.
 */
export function checker(name: string): (value: Json) => Finding[] {
  const made = checkers.get(name) ?? newChecker(name);
  checkers.set(name, made);
  return made;
}

const checkers = new Map<string, (value: Json) => Finding[]>();

function newChecker(name: string): (value: Json) => Finding[] {
  const warn = (...words: unknown[]) => {
    throw new Error(words.join(' '));
  };
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    allowUnionTypes: true,
    logger: { log: warn, warn, error: warn },
  });
  addFormats.default(ajv);
  // For editors, and for the diagnostics.
  ajv.addVocabulary(['deprecationMessage', 'x-section', 'x-closed', 'x-widens', 'x-label', 'x-words']);
  const validate = ajv.compile(readSchema(name));
  return (value) => {
    validate(value);
    return (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(finding);
  };
}

/** A wrong or missing name counts at its own place, so that a table can say which one. */
function finding({ instancePath, keyword, params }: ErrorObject): Finding {
  const { missingProperty, additionalProperty } = params as Record<string, string | undefined>;
  const name = missingProperty ?? additionalProperty;
  return [name === undefined ? instancePath : `${instancePath}/${name}`, keyword];
}

/** Example campaign files, as paths below campaigns/. */
export function exampleFiles(): string[] {
  return readdirSync(CAMPAIGNS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml') && file !== 'workspaces.yaml')
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

export function readYaml(file: string): JsonMap {
  return parse(readFileSync(join(CAMPAIGNS, file), 'utf8')) as JsonMap;
}

export function workspaceNames(): string[] {
  return Object.keys(readYaml('workspaces.yaml').workspaces as JsonMap);
}

const KEYS_OF_THE_FILE = ['key', 'status', 'workspaces'];

/** The body of an example for one workspace: its override merged in, references resolved. */
export function resolved(file: string, workspace: string): JsonMap {
  const { overrides = {}, ...rest } = readYaml(file);
  const body = Object.fromEntries(Object.entries(rest).filter(([name]) => !KEYS_OF_THE_FILE.includes(name)));
  const override = (overrides as JsonMap)[workspace] ?? {};
  const vars = ((readYaml('workspaces.yaml').workspaces as JsonMap)[workspace] as JsonMap).vars as JsonMap;
  return resolve(merge(body, override), { vars, folder: dirname(join(CAMPAIGNS, file)) }) as JsonMap;
}

function resolve(value: Json, context: { readonly vars: JsonMap; readonly folder: string }): Json {
  if (Array.isArray(value)) return value.map((item) => resolve(item, context));
  if (!isMap(value)) return value;
  const { $file, $var } = value;
  if (typeof $file === 'string') return readFileSync(join(context.folder, $file), 'utf8');
  if (typeof $var !== 'string') {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, resolve(member, context)]),
    );
  }
  const found = context.vars[$var];
  if (found === undefined) throw new Error(`no variable ${$var}`);
  return found;
}

/** RFC 7396; a reference is a value of its own, so nothing is merged into it. */
export function merge(target: Json, patch: Json): Json {
  if (!isMap(patch) || isReference(patch)) return patch;
  const merged: JsonMap = isMap(target) && !isReference(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    const { [name]: before = null } = merged;
    if (value === null) Reflect.deleteProperty(merged, name);
    else merged[name] = merge(before, value);
  }
  return merged;
}

function isReference(value: JsonMap): boolean {
  return '$file' in value || '$var' in value;
}

export function isMap(value: Json): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
