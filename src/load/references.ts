import { describeFinding } from '../messages/catalog/files.ts';
import type { Fact, ReadReference } from '../model/findings.ts';
import { as, type Coded } from './check.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import type { Head } from './read-head.ts';
import { fillText, TOO_MUCH, type FilledText, type SnippetAnswer } from './fill-text.ts';
import { withLineEnds } from './line-ends.ts';
import { nearest } from '../model/nearest.ts';
import { factOfFault } from './file-diagnostic.ts';

/** The origin of the value at `path`, which came from a reference. */
export type Origin = { readonly path: Path } & (
  | (Pick<TextOfFile, 'kind' | 'file' | 'link'> & Pick<FilledText, 'text' | 'pieces' | 'snippets'>)
  | { readonly kind: 'var'; readonly name: string }
);

export interface Resolved {
  readonly value: JsonValue;
  readonly findings: readonly Coded[];
  /** Paths of references that could not be resolved. */
  readonly unresolved: readonly Path[];
  readonly origins: readonly Origin[];
}

interface ReferenceContext extends Pick<Head, 'snippets'> {
  readonly file: string;
  readonly vars: Readonly<Record<string, JsonValue>>;
  readonly read: ReadReference;
}

/**
 * The total size of what references may add to one campaign, in characters: no request may be larger (open point W29: 5
 * MiB).
 */
const REFERRED_LIMIT = 5 * 1024 * 1024;

/** Replaces every `$file` with the file's text, filled, and every `$var` with the workspace's value. */
export function resolveReferences(value: JsonValue, context: ReferenceContext): Resolved {
  const references = new References(context);
  const { findings, unresolved, origins } = references;
  return { value: references.walk(value), findings, unresolved, origins };
}

class References {
  readonly findings: Coded[] = [];
  readonly unresolved: Path[] = [];
  readonly origins: Origin[] = [];
  private readonly context: ReferenceContext;
  /** Of the value that is walked. */
  private readonly path: (string | number)[] = [];
  private room = REFERRED_LIMIT;

  constructor(context: ReferenceContext) {
    this.context = context;
  }

  /** What has no reference in it is not copied. */
  walk(here: JsonValue): JsonValue {
    if (isList(here)) {
      const items = here.map((item, index) => this.inside(item, index));
      return items.every((item, index) => item === here[index]) ? here : items;
    }
    if (!isJsonObject(here)) return here;
    if (isReference(here)) return this.follow(here, [...this.path]) ?? '';
    const changed: Record<string, JsonValue> = {};
    for (const [name, member] of Object.entries(here)) {
      const value = this.inside(member, name);
      if (value !== member) changed[name] = value;
    }
    return Object.keys(changed).length === 0 ? here : { ...here, ...changed };
  }

  private inside(member: JsonValue, step: string | number): JsonValue {
    this.path.push(step);
    const value = this.walk(member);
    this.path.pop();
    return value;
  }

  private follow(reference: JsonObject, path: Path): JsonValue | undefined {
    // Texts count against the limit once for each reference, even those of the same file.
    const answer = this.room < 0 ? TOO_MUCH : answerTo(reference, this.context);
    if ('code' in answer) {
      this.findings.push({ ...answer, path });
      this.unresolved.push(path);
      return undefined;
    }
    const referred = answer.kind === 'file' ? this.fill(answer, reference, path) : answer.value;
    if (answer.kind === 'var') this.origins.push({ path, kind: 'var', name: answer.name });
    this.room -= typeof referred === 'string' ? referred.length : JSON.stringify(referred).length;
    return referred;
  }

  private fill(answer: TextOfFile, { with: written, eol }: JsonObject, path: Path): string {
    const before = this.findings.length;
    const values = written === undefined ? undefined : this.placeholderValues(written, [...path, 'with']);
    const filled = fillText(answer, {
      ...{ asker: this.context.file, values, limit: Math.max(this.room, 0) },
      readSnippet: (name) => readSnippet(name, this.context),
    });
    const unused = [...(values?.keys() ?? [])].filter((name) => !filled.used.has(name));
    this.findings.push(
      ...unused.map((name) =>
        as('PLACEHOLDER', { why: 'unused', name }, { path: [...path, 'with', name], on: 'key' }),
      ),
      ...filled.findings.map((one): Coded => ({ ...one, path })),
    );
    const isWrong = this.findings.slice(before).some((one) => describeFinding(one).level === 'error');
    if (isWrong) this.unresolved.push(path);
    this.origins.push({ ...answer, ...filled, path });
    return withLineEnds(filled.text, eol === 'crlf' ? eol : undefined);
  }

  /** The values of a `with`, by the names of their placeholders; empty ones in place of those with an error. */
  private placeholderValues(written: JsonValue, path: Path): ReadonlyMap<string, string> {
    const isMap = isJsonObject(written) && !isReference(written);
    if (!isMap) this.findings.push(wrongType('with', written, 'object', path));
    return new Map(
      Object.entries(isMap ? written : {}).map(([name, given]) => {
        const value = isReference(given) ? this.valueAt(given, [...path, name]) : given;
        if (value !== undefined && typeof value !== 'string')
          this.findings.push(wrongType(name, value, 'string', [...path, name]));
        return [name, typeof value === 'string' ? value : ''];
      }),
    );
  }

  private valueAt(reference: JsonValue, path: Path): JsonValue | undefined {
    if (isJsonObject(reference) && !Object.hasOwn(reference, '$file')) return this.follow(reference, path);
    this.findings.push({ ...FORM, path });
    return undefined;
  }
}

/**
 * A snippet must be in the snippets folder: a file outside it is not shared on purpose and may be written for other
 * rules. Paths are resolved from a file, so its name is read as if from a file `-` in that folder.
 */
function readSnippet(name: string, { snippets, read }: ReferenceContext): SnippetAnswer {
  if (name === '' || name.split(/[\\/]/).includes('..'))
    return { code: 'PLACEHOLDER', params: { why: 'snippet-outside', name, folder: snippets } };
  const answer = read(`${snippets}/-`, name);
  return answer.kind === 'text' ? answer : factOfFault(answer.fault);
}

type TextOfFile = Extract<Answer, { readonly kind: 'file' }>;

/** What a reference stands for, or why it stands for nothing. */
type Answer =
  | { readonly kind: 'file'; readonly file: string; readonly text: string; readonly link?: string }
  | { readonly kind: 'var'; readonly name: string; readonly value: JsonValue }
  | Fact;

const FORM: Fact = { code: 'REFERENCE', params: { why: 'form' } };

function answerTo(reference: JsonObject, { file, vars, read }: ReferenceContext): Answer {
  const { $file: path, $var: name } = reference;
  const others = Object.keys(reference).filter((one) => !(path !== undefined && isDetail(one, reference)));
  if (others.length === 1 && typeof name === 'string') return variable(name, vars);
  if (others.length > 1 || typeof path !== 'string') return FORM;
  const answer = read(file, path);
  if (answer.kind === 'text') return answer.file === file ? FORM : { ...answer, kind: 'file' };
  return factOfFault(answer.fault);
}

/** The keys that are allowed next to the path of a text. */
function isDetail(name: string, reference: JsonObject): boolean {
  return name === 'with' || (name === 'eol' && reference.eol === 'crlf');
}

function variable(name: string, vars: ReferenceContext['vars']): Answer {
  if (Object.hasOwn(vars, name)) return { kind: 'var', name, value: vars[name] ?? null };
  const known = Object.keys(vars);
  const last = name.slice(name.lastIndexOf('.') + 1);
  const near = known.includes(last) ? last : nearest(name, known);
  return { code: 'VAR_UNKNOWN', params: { name, near } };
}

function wrongType(field: string, seen: JsonValue, wanted: string, path: Path): Coded {
  return as('TYPE', { field, seen, wanted: [wanted] }, { path });
}

/** RFC 7396, with one difference: a reference (`$file`, `$var`) is one value, and patches are never merged into it. */
export function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch) || isReference(patch)) return patch;
  const base: JsonObject = isJsonObject(target) && !isReference(target) ? target : {};
  const merged = new Map<string, JsonValue>(Object.entries(base));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

/** A map with a name that begins with `$`, which no field does: `$file`, `$var`, or an attempt at one of them. */
export function isReference(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).some((name) => name.startsWith('$'));
}
