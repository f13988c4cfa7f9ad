import type { FilePlace } from './campaign.ts';
import type { JsonValue, Path } from './json.ts';
import type { None, OneOf } from './one-of.ts';

// What can be wrong with a user's files, as data. A finding is a fact about a file: it knows neither the record of the live
// campaign nor the clock. `grade` in src/load/grade.ts decides on the severity; src/messages/catalog/ has the sentences.

/** One of several cases of a code, each with parameters of its own. */
type Cases<Parameters> = OneOf<Parameters, 'why'>;

export interface Seen {
  readonly seen: JsonValue;
}

/** A name that isn't known, and the known one that was probably meant; `known` if they are few enough to be listed. */
export interface Unknown {
  readonly name: string;
  readonly near?: string | undefined;
  readonly known?: readonly string[];
}

/** A rule of `policy.rules` that a campaign breaks. */
export interface OfTeam {
  readonly level: 'error' | 'warn';
  readonly key: string;
}

/** Scheduled sends to a segment. `first`: the day, or the Monday of the week. */
export interface TooManySends {
  readonly segment: string;
  readonly count: number;
  readonly first: string;
  readonly atMost: number;
}

/** A certain correction: the text at the position of a finding, with or without quotes, and its replacement. */
export interface Correction {
  readonly was: string;
  readonly put: string;
}

export interface RuleParams {
  ALT: None;
  ATTRIBUTE: Cases<{
    /** `files`: how many others use the usual name; undefined if the workspace lists it. */
    misspelled: { seen: string; usual: string; files: number | undefined };
    unlisted: { seen: string; workspace: string };
  }>;
  AUDIENCE: Cases<{
    'all-and-filters': None;
    'not-chosen': None;
    'all-triggered': None;
    'unclear-filter': None;
    'ios-devices': None;
    segment: { segment: string; is: readonly [string, string] };
  }>;
  BLACKOUT: OfTeam & { day: string };
  /** `clients`: those that don't show it, with their platforms. */
  CLIENT_SUPPORT: { feature: string; clients: readonly string[] };
  DUPLICATE_KEY: { name: string; line: number };
  EXPRESSION: Cases<{
    unclosed: Seen;
    unopened: Seen;
    malformed: Seen;
    'unknown-name': Unknown;
  }>;
  FALLBACK: Seen;
  FEATURE: { field: string; feature: string };
  FILE: { fault: FileFault };
  FILE_MISSING: { fault: FileFault };
  FILE_NAME: { fault: FileFault };
  FILTER_OPERATOR: Seen;
  FILTER_VALUE: Cases<{ type: Seen & { wanted: string }; nothing: None }>;
  FORMAT: Seen & { wanted: string };
  HTML: { tag: string };
  KEY: { key: string; valid?: string | undefined };
  KEY_TAKEN: { key: string; by: string };
  LENGTH: { field: string; length: number; atMost: number };
  LINK: Cases<{
    'no-address': { tag: string };
    insecure: Seen;
    malformed: Seen;
    placeholder: Seen;
    local: Seen;
  }>;
  MERGE_CONFLICT: None;
  MISSING: { field: string; of?: string | undefined; values?: readonly string[] };
  NAME: { seen: string; safe: string };
  NOT_ALLOWED: { field: string };
  /** `needs`: another field. `above`: the number that would have to be exceeded. */
  NO_EFFECT: { field: string; because: string; needs?: string; above?: number };
  PLACEHOLDER: Cases<{
    literal: Seen;
    inline: Seen;
    'no-value': { name: string; in: string; near?: string | undefined };
    unused: { name: string; near?: string | undefined };
    'snippet-outside': { name: string; folder: string };
    'snippet-cycle': { files: readonly string[] };
  }>;
  PREVIEW_TEXT: Cases<{ missing: None; 'as-subject': None }>;
  PUBLISH: Cases<{
    missing: { field: string; of?: string | undefined };
    delay: None;
    template: { field: string };
  }>;
  RANGE: Seen & { field: string; keyword: string; limit: number };
  REFERENCE: Cases<{
    form: None;
    literal: Seen & { put: string };
  }>;
  /** What the service would refuse about publishing a draft; `field` as it names it, perhaps empty. */
  SERVICE: { field: string; said: string };
  SAME_TARGET: { name: string; other: string };
  SCHEDULE: Cases<{
    backwards: { after: string };
    'ends-early': { sends: number; wanted: number };
    never: None;
    'start-with-asap': None;
  }>;
  SECRET: Cases<{ known: { component: string }; literal: { name: string } }>;
  SIZE: { kilobytes: number; atMost: number };
  SPELLING: Seen & { preferred: string | number };
  START_PAST: { field: 'start_time' | 'expiry_time'; seen: string };
  STATUS: Cases<{
    unknown: Seen & { near?: string | undefined };
    impossible: { status: string; type: string };
  }>;
  SUBJECT: None;
  TEAM_RULE: OfTeam &
    Cases<{
      name_pattern: { pattern: string };
      required_tags: { tags: readonly string[] };
      required_utm: { fields: readonly string[] };
      all_users_push: None;
      sends_per_day: TooManySends;
      sends_per_week: TooManySends;
    }>;
  TEXT: Cases<{
    character: None;
    damaged: Seen;
    break: { field: string; put: string | null };
    space: { field: string; put: string };
  }>;
  TIMEZONE: { zone: string; near?: string | undefined };
  TIME_SKIPPED: { seen: string; zone: string; times: number };
  /** `written`: the text in the file, if that isn't how the value is shown. */
  TYPE: Seen & { field: string; wanted: readonly string[]; written?: string };
  UNKNOWN_FIELD: Cases<{ unknown: Unknown & { of: string }; pasted: { name: string; source: string } }>;
  UNKNOWN_KEY: Unknown & { of?: string | undefined };
  UNQUOTED: Seen;
  UNSUBSCRIBE: None;
  UTM: { atMost: number };
  VALUE: Cases<{
    enum: Seen & { allowed: readonly JsonValue[] };
    connector: Seen & { near?: string | undefined };
    'read-only': { kind: string };
    twice: { field: string };
    taken: Seen & { by: string };
    contradicts: Seen & { field: string; choice: string };
  }>;
  VARIATION: Cases<{
    'unlisted-locale': { locale: string };
    missing: { locale: string; variations: readonly string[] };
    'no-content': { locale: string };
    shares: { variations: readonly string[] };
  }>;
  VAR_UNKNOWN: Unknown;
  WORKSPACE_UNKNOWN: Unknown;
  YAML: Cases<{
    syntax: { said: string };
    unsupported: { what: string };
    key: None;
    layout: None;
    empty: None;
  }>;
}

/** A rule that a user's files can break; printed as `E_` or `W_` and the code. */
export type RuleCode = keyof RuleParams;

/** A place in a file; `width` is the number of columns. */
export interface Place extends FilePlace {
  readonly width?: number;
}

export type Finding = { readonly [Code in RuleCode]: FindingOf<Code> }[RuleCode];

export type Fact = { readonly [Code in RuleCode]: Pick<FindingOf<Code>, 'code' | 'params'> }[RuleCode];

export interface FindingOf<Code extends RuleCode> {
  readonly code: Code;
  readonly params: Readonly<RuleParams[Code]>;
  readonly at: Place;
  /** In the campaign's body. A missing name is the last step of its own path. */
  readonly path: Path;
  /**
   * When it matters, if not always. `new`: an error where the file is new, a warning where live has the value. The others:
   * an error where the file publishes the campaign, a warning in a draft. In a published one, `publish` is an error if the
   * file changes the value, `draft` nothing.
   */
  readonly only?: 'new' | 'publish' | 'draft';
  /** The places on which it depends, if not on its path alone: live has the value if it has all of them. */
  readonly judged?: readonly Path[] | undefined;
  /** When it is wrong, if not always, in epoch milliseconds: what is past now wasn't when the file was written. */
  readonly from?: number;
  readonly until?: number;
  /** If it isn't that of its code: the team has set it. */
  readonly level?: 'error';
  /** Omitted if a person has to decide. */
  readonly fix?: Correction;
}

type WithoutParams = 'not-a-file' | 'link' | 'not-text' | 'too-many-values' | 'pointer' | 'changed';
type OfPath = 'not-a-folder' | 'linked-folder' | 'outside' | 'inside-git' | 'ignored' | 'untracked';

/** Why a file of the user can't be read or written. Paths are as the user wrote them, or from the repository's root. */
export interface FileFaultParams extends Record<WithoutParams, None>, Record<OfPath, { path: string }> {
  /** `folder`: what the path is relative to. `near`: the path that was probably meant. */
  'not-here': { path?: string; folder?: string; near?: string | undefined };
  'broken-link': { path: string };
  /** git has it, but this checkout doesn't. `more`: other such files. */
  'left-out': { more?: readonly string[] };
  'no-submodule': { more?: readonly string[] };
  /** `path`: the name that it should have. With another extension, its key would depend on the file system. */
  'capital-extension': { path: string };
  'too-large': { mebibytes: number };
  /** `said`: the message of the system. */
  unreadable: { said: string };
  unwritable: { said: string };
}

/** `at`: the file, where the place of the diagnostic is another one. */
export type FileFault = OneOf<FileFaultParams, 'why'> & { readonly at?: string };

/** Whether git has the file. */
export function isAbsent(fault: FileFault): boolean {
  return fault.why === 'left-out' || fault.why === 'no-submodule';
}

/** Whether there is no such file here. */
export function isMissing(fault: FileFault): boolean {
  return fault.why === 'not-here' || fault.why === 'broken-link' || isAbsent(fault);
}

/** A campaign file: its text, or why it has none. */
export type CampaignFile = {
  /** From the root of the repository, with forward slashes. */
  readonly file: string;
  /** From the campaigns folder: the key is made from it if the file doesn't set one. */
  readonly below: string;
} & (
  | {
      readonly text: string;
      /** The ID that git gives to its bytes; omitted if nobody asks for it. */
      readonly id?: string;
    }
  | { readonly fault: FileFault }
);

/** The result of reading a `$file`: its text and its path from the repository's root, or why it can't be read. */
export type ReferenceAnswer =
  | {
      readonly kind: 'text';
      readonly file: string;
      readonly text: string;
      /** The ID that git gives to the bytes of the file; omitted if nobody asks for it. */
      readonly id?: string;
      /** The requested path, from the root, if a link on it leads to `file`. */
      readonly link?: string;
    }
  | { readonly kind: 'problem'; readonly fault: FileFault };

/** Reads a `$file` path as written in the campaign file `from`. */
export type ReadReference = (from: string, path: string) => ReferenceAnswer;

/** What a `$file` path leads to as git knows it, without reading it; undefined if git doesn't know. */
export type GlanceAtReference = (from: string, path: string) => ReferenceAnswer | undefined;

export const MEBIBYTE = 1024 * 1024;

/** The maximum size of a text that campaigns use: what fits into a request with room to spare (open point W29: 5 MiB per body). */
export const TEXT_LIMIT_BYTES = 2 * MEBIBYTE;
