import type { DiagnosticCode } from '../model/diagnostic.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import { isReference } from './merge-patch.ts';
import { suggestion } from './nearest.ts';

/** What asking for a `$file` gives: its text and where it lies from the repository's root, or why not. */
export type ReferenceAnswer =
  | { readonly kind: 'text'; readonly file: string; readonly text: string }
  | {
      readonly kind: 'problem';
      readonly code: DiagnosticCode;
      readonly message: string;
      readonly hint: string;
    };

/** Reads a `$file` path as written in the campaign file `from`. */
export type ReadReference = (from: string, path: string) => ReferenceAnswer;

export interface ReferenceProblem {
  readonly path: Path;
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string;
}

export interface Resolved {
  readonly value: JsonValue;
  readonly problems: readonly ReferenceProblem[];
  /** The files whose text went in. */
  readonly files: readonly string[];
}

interface Surroundings {
  readonly file: string;
  readonly vars: Readonly<Record<string, JsonValue>>;
  readonly workspace: string;
  readonly read: ReadReference;
}

/** Replaces every `$file` by the file's text and every `$var` by the workspace's value. */
export function resolveReferences(value: JsonValue, surroundings: Surroundings): Resolved {
  const problems: ReferenceProblem[] = [];
  const files: string[] = [];

  const walk = (here: JsonValue, path: Path): JsonValue => {
    if (isList(here)) return here.map((item, index) => walk(item, [...path, index]));
    if (!isJsonObject(here)) return here;
    if (isReference(here)) return follow(here, path);
    return Object.fromEntries(
      Object.entries(here).map(([name, member]) => [name, walk(member, [...path, name])]),
    );
  };

  const follow = (reference: JsonObject, path: Path): JsonValue => {
    const answer = answerTo(reference, surroundings);
    if ('problem' in answer) problems.push({ path, ...answer.problem });
    if ('file' in answer) files.push(answer.file);
    return 'value' in answer ? answer.value : '';
  };

  return { value: walk(value, []), problems, files };
}

type Answer =
  | { readonly value: JsonValue; readonly file?: string }
  | { readonly problem: Omit<ReferenceProblem, 'path'> };

function answerTo(reference: JsonObject, { file, vars, workspace, read }: Surroundings): Answer {
  const [name = '', ...others] = Object.keys(reference);
  const target = reference[name];
  if (others.length > 0 || typeof target !== 'string') {
    return {
      problem: {
        code: 'E_REFERENCE',
        message: 'A reference is a map with one key and a text.',
        hint: 'Write { $file: ./body.html } or { $var: name }.',
      },
    };
  }
  if (name === '$var') {
    if (Object.hasOwn(vars, target)) return { value: vars[target] ?? null };
    const known = Object.keys(vars);
    const hint =
      known.length === 0 ? 'it has no vars yet; add them in workspaces.yaml' : suggestion(target, known);
    return {
      problem: {
        code: 'E_VAR_UNKNOWN',
        message: `The workspace ${workspace} has no variable "${target}".`,
        hint,
      },
    };
  }
  const answer = read(file, target);
  if (answer.kind === 'text') return { value: answer.text, file: answer.file };
  const { code, message, hint } = answer;
  return { problem: { code, message, hint } };
}
