import { fileFaultWords } from '../messages/file-fault-messages.ts';
import { hasErrors, type DiagnosticCode } from '../model/diagnostic.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import { fillText, type FilledText, type SnippetAnswer } from './fill-text.ts';
import { withLineEnds } from './line-ends.ts';
import { isReference } from '../model/raw-values.ts';
import { isUnusable, type ReadReference, type ReferenceAnswer } from './reference-answer.ts';
import { nearest } from '../model/nearest.ts';
import { placeholderValues, unusedValues } from './placeholder-values.ts';
import { onValue, type Problem } from './problem.ts';
import { meantVariable, referenceIn } from './reference-spelling.ts';
import { bare, clip, nameList } from '../model/show.ts';
import { isYaml, withoutYaml } from '../model/yaml-name.ts';

const REFERENCES = ['$file', '$var'];

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
  readonly problems: readonly Problem[];
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
  const problems: Problem[] = [];
  const unresolved: Path[] = [];
  const origins: Origin[] = [];
  let room = REFERRED_LIMIT;

  const walk = (here: JsonValue, path: Path): JsonValue => {
    if (isList(here)) return here.map((item, index) => walk(item, [...path, index]));
    if (!isJsonObject(here)) return here;
    if (isReference(here)) return follow(here, path) ?? '';
    return Object.fromEntries(
      Object.entries(here).map(([name, member]) => [name, walk(member, [...path, name])]),
    );
  };

  const follow = (reference: JsonObject, path: Path): JsonValue | undefined => {
    // Texts count against the limit once for each reference, even those of the same file.
    const answer = room < 0 ? TOO_MUCH : answerTo(reference, context);
    if (answer.kind === 'problem') {
      problems.push({ ...refusal(answer, path), section: null });
      unresolved.push(path);
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
      asker: context.file,
      values: given?.values,
      readSnippet: (name) => readSnippet(name, context),
      limit: Math.max(room, 0),
    });
    const unused = given ? unusedValues(given, { ...filled, path, texts: [answer, ...filled.snippets] }) : [];
    const all = [
      ...(given?.problems ?? []),
      ...unused,
      ...filled.findings.map((finding) => inText(path, finding)),
    ];
    problems.push(...all);
    if (given?.isMissingValue === true || hasErrors(all)) unresolved.push(path);
    origins.push({ ...answer, ...filled, path });
    return withLineEnds(filled.text, eol === 'crlf' ? eol : undefined);
  };

  const valueAt = (reference: JsonValue, path: Path): JsonValue | undefined => {
    if (isJsonObject(reference) && !Object.hasOwn(reference, '$file')) return follow(reference, path);
    problems.push(notText(path));
    return undefined;
  };

  return { value: walk(value, []), problems, unresolved, origins };
}

function inText(
  path: Path,
  { file, line, column, width, code, message, hint }: FilledText['findings'][number],
): Problem {
  return { ...onValue(path, code, message, hint), section: null, at: { file, line, column, width } };
}

function refusal(
  { code, message, hint, missingVariable, namesWorkspace, at }: Extract<Answer, { readonly kind: 'problem' }>,
  path: Path,
): Problem {
  return {
    ...onValue(path, code, message, hint),
    missingVariable,
    ...(namesWorkspace && { namesWorkspace }),
    ...(at && { at }),
  };
}

function notText(path: Path): Problem {
  const hint = 'write the text here, or insert a snippet where the text is used: [[> piece.html]]';
  const problem = onValue(path, 'E_REFERENCE', 'a value here must be text or { $var: name }', hint);
  return { ...problem, section: null };
}

/**
 * A snippet must be in the snippets folder: a file outside it is not shared on purpose and may be written for other
 * rules. Paths are resolved from a file, so its name is read as if from a file `-` in that folder.
 */
function readSnippet(name: string, { snippets, read }: ReferenceContext): SnippetAnswer {
  if (name !== '' && !name.split(/[\\/]/).includes('..')) return inWords(read(`${snippets}/-`, name));
  const message = name === '' ? 'this is not a snippet name' : `${clip(name)} is outside ${snippets}/`;
  const hint = `name a text in the folder ${snippets}/: [[> footer.html]]`;
  return { kind: 'problem', code: 'E_PLACEHOLDER', message, hint };
}

/** The answer with the words of a diagnostic. */
function inWords(answer: ReferenceAnswer): SnippetAnswer {
  if (answer.kind === 'text') return answer;
  return { kind: 'problem', code: answer.fault.code, ...fileFaultWords(answer.fault) };
}

type TextOfFile = Extract<Answer, { readonly kind: 'file' }>;

type Answer =
  | { readonly kind: 'file'; readonly file: string; readonly text: string; readonly link?: string }
  | { readonly kind: 'var'; readonly name: string; readonly value: JsonValue }
  | {
      readonly kind: 'problem';
      readonly code: DiagnosticCode;
      readonly message: string;
      readonly hint: string;
      readonly missingVariable?: string;
      readonly namesWorkspace?: true;
      readonly at?: Problem['at'];
    };

const TOO_MUCH: Answer = {
  kind: 'problem',
  code: 'E_FILE',
  message: 'with this text, the files that this campaign refers to exceed 5 MiB',
  hint: 'refer to smaller files; the service accepts no larger request',
};

function answerTo(reference: JsonObject, { file, vars, workspace, read }: ReferenceContext): Answer {
  const names = Object.keys(reference);
  const [name = '', ...others] = names.filter(
    (one) => !(names.includes('$file') && isDetail(one, reference)),
  );
  const target = reference[name];
  if (others.length === 0 && !REFERENCES.includes(name)) return noReference(name, vars);
  if (others.length === 0 && target === null) return namesNothing(name, vars);
  if (others.length > 0 || typeof target !== 'string') return notAlone(reference);
  if (name === '$var') return variable(target, { vars, workspace });
  const answer = read(file, target);
  if (answer.kind !== 'text') return inItself(answer);
  return answer.file === file ? namesItself(file, target, read) : { ...answer, kind: 'file' };
}

/** A file that can't be used is one mistake, in the file itself, however many campaigns use it. */
function inItself(answer: Extract<ReferenceAnswer, { readonly kind: 'problem' }>): Answer {
  const { at: file, ...fault } = answer.fault;
  if (file === undefined || !isUnusable(answer.fault))
    return { ...answer, code: fault.code, ...fileFaultWords(answer.fault) };
  return {
    ...answer,
    code: fault.code,
    ...fileFaultWords(fault),
    at: { file, line: 1, column: 1, width: 1 },
  };
}

/** `{ $file: ./spring-sale.yaml }` in spring-sale.yaml. */
function namesItself(file: string, target: string, read: ReadReference): Answer {
  const page = `${withoutYaml(target)}.html`;
  const isPage = isYaml(target) && inWords(read(file, page)).kind === 'text';
  const hint = isPage ? `did you mean ${page}?` : 'write the path of a text file, such as ./body.html';
  return {
    kind: 'problem',
    code: 'E_REFERENCE',
    message: `${clip(target)} is the campaign file itself`,
    hint,
  };
}

/** The keys that are allowed next to the path of a text. */
function isDetail(name: string, reference: JsonObject): boolean {
  return name === 'with' || (name === 'eol' && reference.eol === 'crlf');
}

function notAlone(reference: JsonObject): Answer {
  const name = REFERENCES.find((one) => typeof reference[one] === 'string');
  const meant = name === undefined ? undefined : referenceIn(`${name}: ${bare(reference[name])}`);
  return {
    kind: 'problem',
    code: 'E_REFERENCE',
    message:
      '{ $file: … } and { $var: … } take one text value and no other fields, except { $file: …, with: { … }, eol: crlf }',
    hint: `write ${meant ?? '{ $file: ./body.html } or { $var: name }'}`,
  };
}

function noReference(name: string, vars: ReferenceContext['vars']): Answer {
  const [word = '', rest] = name.split(':');
  const [, begun, mark, target] = /^(\$(?:file|var))(?:\s*([=;])\s*|\s+)(\S+)$/i.exec(name) ?? [];
  const bad = (message: string, hint: string): Answer => ({
    kind: 'problem',
    code: 'E_REFERENCE',
    message,
    hint,
  });
  if (begun !== undefined) {
    const hint = `write ${referenceIn(`${begun}: ${target ?? ''}`) ?? ''}`;
    return bad(
      mark === undefined
        ? `the colon after ${begun} is missing`
        : `a colon is required after ${begun}, not ${mark}`,
      hint,
    );
  }
  const near = nearest(word, REFERENCES);
  const variable = name.slice(1);
  const meant =
    rest !== undefined
      ? `put a space after the colon: ${referenceIn(name) ?? '{ $file: ./body.html }'}`
      : Object.hasOwn(vars, variable)
        ? `write { $var: ${clip(variable)} }`
        : `did you mean ${near ?? REFERENCES.join(' or ')}?`;
  return bad(`"${clip(name)}" is neither $file nor $var`, meant);
}

/** `{ $var: }` */
function namesNothing(name: string, vars: ReferenceContext['vars']): Answer {
  const [variable = 'name'] = Object.keys(vars);
  const isFile = name === '$file';
  return {
    kind: 'problem',
    code: 'E_REFERENCE',
    message: `${name} is empty`,
    hint: isFile
      ? 'write the path of a text file, such as { $file: ./body.html }'
      : `write the name of a variable of the workspace, such as { $var: ${clip(variable)} }`,
  };
}

function variable(name: string, { vars, workspace }: Pick<ReferenceContext, 'vars' | 'workspace'>): Answer {
  if (name === '') return namesNothing('$var', vars);
  if (Object.hasOwn(vars, name)) return { kind: 'var', name, value: vars[name] ?? null };
  const known = Object.keys(vars);
  const last = name.slice(name.lastIndexOf('.') + 1);
  const near = known.includes(last) ? last : nearest(name, known);
  const list = known.length === 0 ? 'it has no variables yet' : `it has ${nameList(known)}`;
  return {
    kind: 'problem',
    code: 'E_VAR_UNKNOWN',
    message: `the workspace ${workspace} has no variable "${clip(name)}"; ${list}`,
    hint: near === undefined ? 'add it to vars in workspaces.yaml' : meantVariable(name, near),
    ...(near === undefined && { missingVariable: name }),
    namesWorkspace: true,
  };
}
