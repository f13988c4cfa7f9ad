import type { FileFault } from '../model/file-fault.ts';
import type { RuleParams } from '../model/findings.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import { as } from './check.ts';
import { fillText, type FilledText, type Referred, type SnippetAnswer } from './fill-text.ts';
import { withLineEnds } from './line-ends.ts';
import { isReference } from '../model/raw-values.ts';
import { faultFound, isUnusable, type ReadReference } from './reference-answer.ts';
import { nearest } from '../model/nearest.ts';
import { placeholderValues, unusedValues } from './placeholder-values.ts';

export const REFERENCES = ['$file', '$var'];

/** The origin of the value at `path`, which came from a reference. */
export type Origin =
  | {
      readonly path: Path;
      readonly kind: 'file';
      readonly file: string;
      /** The text as sent: placeholders filled, snippets inserted. */
      readonly text: string;
      readonly link?: string;
      readonly isAssembled: boolean;
      readonly pieces: FilledText['pieces'];
      readonly snippets: FilledText['snippets'];
    }
  | { readonly path: Path; readonly kind: 'var'; readonly name: string };

export interface Resolved {
  readonly value: JsonValue;
  readonly findings: readonly Referred[];
  /** Paths of references that could not be resolved. */
  readonly unresolved: readonly Path[];
  /** The replacement for each reference. */
  readonly origins: readonly Origin[];
}

interface ReferenceContext {
  readonly file: string;
  /** The folder of the snippets, from the root of the repository. */
  readonly snippets: string;
  readonly vars: Readonly<Record<string, JsonValue>>;
  readonly workspace: string;
  readonly read: ReadReference;
}

/**
 * The total size of what references may add to one campaign, in characters: no request may be larger (open point W29: 5
 * MiB).
 */
const REFERRED_LIMIT = 5 * 1024 * 1024;

/** Replaces every `$file` with the file's text, filled, and every `$var` with the workspace's value. */
export function resolveReferences(value: JsonValue, context: ReferenceContext): Resolved {
  const findings: Referred[] = [];
  const unresolved: Path[] = [];
  const origins: Origin[] = [];
  let room = REFERRED_LIMIT;

  const walk = (here: JsonValue, path: Path): JsonValue => {
    if (isList(here)) return here.map((item, index) => walk(item, [...path, index]));
    if (!isJsonObject(here)) return here;
    if (isReference(here)) return follow(here, path) ?? '';
    if (hasStrayWith(here)) refuse(as('REFERENCE', { why: 'form' }, { path: [...path, 'with'], on: 'key' }));
    return Object.fromEntries(
      Object.entries(here).map(([name, member]) => [name, walk(member, [...path, name])]),
    );
  };

  const refuse = (found: Referred) => {
    findings.push(found);
    unresolved.push(found.path);
  };

  const follow = (reference: JsonObject, path: Path): JsonValue | undefined => {
    // Texts count against the limit once for each reference, even those of the same file.
    const answer = room < 0 ? wrong(faultFound(TOO_MUCH, path)) : answerTo(reference, path, context);
    if (answer.kind === 'problem') {
      refuse(answer.found);
      return undefined;
    }
    const referred = answer.kind === 'file' ? fill(answer, reference, path) : answer.value;
    if (answer.kind === 'var') origins.push({ path, kind: 'var', name: answer.name });
    room -= typeof referred === 'string' ? referred.length : JSON.stringify(referred).length;
    return referred;
  };

  const fill = (answer: TextOfFile, { with: written, eol }: JsonObject, path: Path): string => {
    const given = written === undefined ? undefined : placeholderValues(written, [...path, 'with'], valueAt);
    const filled = fillText(answer, {
      ...{ asker: context.file, path },
      values: given?.values,
      readSnippet: (name) => readSnippet(name, path, context),
      limit: Math.max(room, 0),
    });
    const unused = given ? unusedValues(given, { ...filled, path, texts: [answer, ...filled.snippets] }) : [];
    const all = [...(given?.findings ?? []), ...unused, ...filled.findings];
    findings.push(...all);
    // With a mistake in its placeholders, the text is not the one that would be sent.
    if (given?.isMissingValue === true || all.some((one) => !isMild(one))) unresolved.push(path);
    origins.push({ ...answer, ...filled, path });
    return withLineEnds(filled.text, eol === 'crlf' ? eol : undefined);
  };

  const valueAt = (reference: JsonValue, path: Path): JsonValue | undefined => {
    if (isJsonObject(reference) && !Object.hasOwn(reference, '$file')) return follow(reference, path);
    findings.push(as('REFERENCE', { why: 'form' }, { path }));
    return undefined;
  };

  return { value: walk(value, []), findings, unresolved, origins };
}

/** Whether a `with` is beside the field that it belongs to, where the service would get it and nothing would be filled in. */
function hasStrayWith(map: JsonObject): boolean {
  const isText = (value: JsonValue) => isJsonObject(value) && typeof value.$file === 'string' && !value.with;
  return isJsonObject(map.with) && !isReference(map.with) && Object.values(map).some(isText);
}

function isMild({ code, params }: Referred): boolean {
  return code === 'LINK' || (code === 'PLACEHOLDER' && params.why === 'literal');
}

/**
 * A snippet must be in the snippets folder: a file outside it is not shared on purpose and may be written for other
 * rules. Paths are resolved from a file, so its name is read as if from a file `-` in that folder.
 */
function readSnippet(name: string, path: Path, { snippets, read }: ReferenceContext): SnippetAnswer {
  if (name === '' || name.split(/[\\/]/).includes('..'))
    return wrong(as('PLACEHOLDER', { why: 'snippet-outside', name, folder: snippets }, { path }));
  const answer = read(`${snippets}/-`, name);
  return answer.kind === 'text' ? answer : wrong(faultFound(answer.fault, path));
}

type TextOfFile = Extract<Answer, { readonly kind: 'file' }>;

type Answer =
  | { readonly kind: 'file'; readonly file: string; readonly text: string; readonly link?: string }
  | { readonly kind: 'var'; readonly name: string; readonly value: JsonValue }
  | Wrong;

interface Wrong {
  readonly kind: 'problem';
  readonly found: Referred;
}

function wrong(found: Referred): Wrong {
  return { kind: 'problem', found };
}

const TOO_MUCH = { code: 'E_FILE', why: 'too-large', mebibytes: 5, content: 'text' } as const;

function answerTo(
  reference: JsonObject,
  path: Path,
  { file, vars, workspace, read }: ReferenceContext,
): Answer {
  const names = Object.keys(reference);
  const [name = '', ...others] = names.filter(
    (one) => !(names.includes('$file') && isDetail(one, reference)),
  );
  const target = reference[name];
  const bad = (params: RuleParams['REFERENCE']) => wrong(as('REFERENCE', params, { path }));
  if (others.length === 0 && !REFERENCES.includes(name)) {
    const near = REFERENCES.find((one) => name.toLowerCase().startsWith(one)) ?? nearest(name, REFERENCES);
    return bad({ why: 'neither-name', name, near });
  }
  if (others.length === 0 && (target === null || (target === '' && name === '$var')))
    return bad({ why: 'empty', name });
  if (others.length > 0 || typeof target !== 'string') return bad({ why: 'form' });
  if (name === '$var') return variable(target, path, { vars, workspace });
  const answer = read(file, target);
  if (answer.kind !== 'text') return wrong(inItself(answer.fault, path));
  return answer.file === file ? bad({ why: 'itself', path: target }) : { ...answer, kind: 'file' };
}

/** A file that can't be used is one mistake, in the file itself, however many campaigns use it. */
function inItself({ at: file, ...fault }: FileFault, path: Path): Referred {
  if (file === undefined || !isUnusable(fault as FileFault))
    return faultFound({ ...fault, at: file } as FileFault, path);
  return { ...faultFound(fault as FileFault, path), at: { file, line: 1, column: 1, width: 1 } };
}

/** The keys that are allowed next to the path of a text. */
function isDetail(name: string, reference: JsonObject): boolean {
  return name === 'with' || (name === 'eol' && reference.eol === 'crlf');
}

function variable(
  name: string,
  path: Path,
  { vars, workspace }: Pick<ReferenceContext, 'vars' | 'workspace'>,
): Answer {
  if (Object.hasOwn(vars, name)) return { kind: 'var', name, value: vars[name] ?? null };
  const known = Object.keys(vars);
  const last = name.slice(name.lastIndexOf('.') + 1);
  const near = known.includes(last) ? last : nearest(name, known);
  return wrong(as('VAR_UNKNOWN', { name, near, known, workspace }, { path }));
}
