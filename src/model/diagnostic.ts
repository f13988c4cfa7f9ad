import type { Position } from './campaign.ts';
import { byCodeUnit } from './json.ts';

/** The rules that a user's files can break. */
export type DiagnosticRule =
  | 'ALL_USERS'
  | 'ALL_USERS_PUSH'
  | 'ALT'
  | 'AUDIENCE'
  | 'BASE_URL'
  | 'BLACKOUT'
  | 'COMMENT'
  | 'CONNECTOR_TYPE'
  | 'DASHBOARD_URL'
  | 'DATA_TYPE'
  | 'DISTRIBUTION'
  | 'DUPLICATE_KEY'
  | 'EMPTY'
  | 'EXPRESSION'
  | 'EXPRESSION_NAME'
  | 'FEATURE'
  | 'FILE_ENCODING'
  | 'FILE_GIT'
  | 'FILE_IGNORED'
  | 'FILE_LFS'
  | 'FILE_LINK'
  | 'FILE_MISSING'
  | 'FILE_NAME'
  | 'FILE_OUTSIDE'
  | 'FILE_SIZE'
  | 'FILE_TYPE'
  | 'FILE_UNREADABLE'
  | 'FILE_UNTRACKED'
  | 'FILE_UNWRITABLE'
  | 'FILTER_OPERATOR'
  | 'FILTER_VALUE'
  | 'FORMAT'
  | 'HTML'
  | 'IOS_AUDIENCE'
  | 'KEY'
  | 'KEY_TAKEN'
  | 'KEY_VARIABLE'
  | 'LINK'
  | 'LITERAL_SECRET'
  | 'LIVE_ACTIVITY'
  | 'LOCALE'
  | 'MERGE_CONFLICT'
  | 'MISSING'
  | 'NAME'
  | 'NAME_PATTERN'
  | 'NOT_ALLOWED'
  | 'NO_EFFECT'
  | 'NUMBER'
  | 'PASTED_FIELD'
  | 'PATH_AS_TEXT'
  | 'PLACEHOLDER'
  | 'PUBLISH'
  | 'QUOTES'
  | 'RANGE'
  | 'READ_ONLY_CHANNEL'
  | 'REFERENCE'
  | 'REQUIRED_TAGS'
  | 'REQUIRED_UTM'
  | 'SAME_TARGET'
  | 'SCHEDULE'
  | 'SECRET'
  | 'SEGMENT'
  | 'SENDS_PER_WEEK'
  | 'SNIPPET'
  | 'SPELLING'
  | 'START_PAST'
  | 'STATUS'
  | 'SUBJECT'
  | 'TEMPLATE'
  | 'TEXT'
  | 'TIMEZONE'
  | 'TIME_SKIPPED'
  | 'TYPE'
  | 'UNKNOWN_FIELD'
  | 'UNKNOWN_KEY'
  | 'UNSUBSCRIBE'
  | 'UTM'
  | 'VALUE'
  | 'VARIATION'
  | 'VAR_UNKNOWN'
  | 'WORKSPACE_UNKNOWN'
  | 'YAML_ALIAS'
  | 'YAML_DEPTH'
  | 'YAML_DOCUMENTS'
  | 'YAML_KEY'
  | 'YAML_MERGE'
  | 'YAML_SYNTAX'
  | 'YAML_TAG'
  | 'YAML_VERSION';

/** A rule with the severity of breaking it. `W_` codes are warnings and become `E_` under `--strict`. */
export type DiagnosticCode = `${'E' | 'W'}_${DiagnosticRule}`;

export function ruleOf(code: DiagnosticCode): DiagnosticRule {
  return code.slice(2) as DiagnosticRule;
}

/** A certain correction: the text at the position of a diagnostic, with or without quotes, and its replacement. */
export interface Correction {
  readonly was: string;
  readonly put: string;
}

/** One message about the user's files. Line and column count from 1. */
export interface Diagnostic extends Position {
  readonly code: DiagnosticCode;
  /** Relative to the root of the repository. */
  readonly file: string;
  /** The problem, with the value in the file. */
  readonly message: string;
  /** What to do. */
  readonly hint: string;
  /** The section of the service's specification with the rule. */
  readonly section?: string;
  /** How many columns are underlined. The default is 1. */
  readonly width?: number;
  /** The live campaign has the value, and the file doesn't change it: a warning even under `--strict`. */
  readonly isKept?: true;
  /** The variable that the workspace lacks, unless another one was probably meant. */
  readonly missingVariable?: string;
  /** The message names the workspace for which the file is wrong. */
  readonly namesWorkspace?: true;
  /** Omitted if a person has to decide. */
  readonly fix?: Correction;
}

export type Severity = 'error' | 'warning';

export function severityOf({ code }: Pick<Diagnostic, 'code'>): Severity {
  return code.startsWith('E_') ? 'error' : 'warning';
}

export function hasErrors(diagnostics: readonly Pick<Diagnostic, 'code'>[]): boolean {
  return diagnostics.some((diagnostic) => severityOf(diagnostic) === 'error');
}

/** Turns a warning into an error, as `--strict` does, unless the live campaign has the value anyway. */
export function strictly(diagnostic: Diagnostic): Diagnostic {
  if (diagnostic.isKept) return diagnostic;
  return { ...diagnostic, code: diagnostic.code.replace(/^W_/, 'E_') as DiagnosticCode };
}

/** Sorts by file, then position, then code, and removes duplicates. */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const kept = new Map(diagnostics.map((one) => [`${place(one)} ${one.code} ${one.message}`, one]));
  return [...kept.values()].sort(
    (a, b) =>
      byCodeUnit(a.file, b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      byCodeUnit(a.code, b.code) ||
      byCodeUnit(a.message, b.message),
  );
}

/** `file:line:col`, as editors and scripts expect it. */
export function place({ file, line, column }: Position & { readonly file: string }): string {
  return `${file}:${line}:${column}`;
}
