import { CONSENTS, isConsent, type Consent } from '../model/workspace.ts';
import { durationMs } from '../model/time.ts';
import { badOption } from '../app/process/user-failure.ts';

const ACTION_COMMANDS = ['plan', 'apply', 'drift', 'validate', 'test-send'] as const;
const COMMENT_MODES = ['always', 'changes', 'never'] as const;
const REVIEW_MODES = ['require', 'ignore'] as const;
const FAIL_ON = ['none', 'held', 'drift'] as const;

/** The inputs of a workflow step. */
export interface ActionInputs {
  readonly command: (typeof ACTION_COMMANDS)[number];
  /** Undefined: the default workspace of workspaces.yaml. */
  readonly workspace: string | undefined;
  /** The folder that contains campaigns/, relative to the checkout. */
  readonly directory: string;
  /** Empty if there is none, as in a pull request from a fork. */
  readonly apiKey: string;
  /** Signs and verifies plan comments; empty: nothing can be approved. */
  readonly reviewKey: string;
  readonly token: string;
  readonly comment: (typeof COMMENT_MODES)[number];
  readonly maxWaitMs: number;
  readonly reviewed: (typeof REVIEW_MODES)[number];
  readonly failOn: (typeof FAIL_ON)[number];
  readonly allow: readonly Consent[];
  /** Whether apply may continue if the last applied commit is not on this branch. */
  readonly allowsOtherBranch: boolean;
  readonly only: readonly string[];
  /** Whether drift is also written back in a pull request. */
  readonly pullRequest: boolean;
  /** The path for the plan as an HTML page; undefined: none is written. */
  readonly html: string | undefined;
  /** The team's own text for the plan comment, as Markdown. */
  readonly commentNote: string | undefined;
}

/** Every input of action.yml, in its order. */
export const INPUT_NAMES = [
  'command',
  'workspace',
  'working-directory',
  'api-key',
  'review-key',
  'github-token',
  'comment',
  'max-wait',
  'reviewed',
  'fail-on',
  'allow',
  'only',
  'pull-request',
  'html',
  'comment-note',
] as const;

/** Reads and checks the inputs; `get` returns one, trimmed, and empty if it isn't set. Throws UserFailure. */
export function readInputs(get: (name: (typeof INPUT_NAMES)[number]) => string): ActionInputs {
  const maxWait = get('max-wait') || '10m';
  const maxWaitMs = durationMs(maxWait);
  const allowed = words(get('allow')).map((one) => oneOf('allow', one, [...CONSENTS, 'branch'] as const));
  if (maxWaitMs === undefined) throw badOption('max-wait', { why: 'form', form: 'duration' }, maxWait);
  return {
    command: oneOf('command', get('command'), ACTION_COMMANDS),
    workspace: get('workspace') || undefined,
    directory: get('working-directory') || '.',
    apiKey: get('api-key'),
    reviewKey: reviewKeyIn(get('review-key')),
    token: get('github-token'),
    comment: oneOf('comment', get('comment') || 'always', COMMENT_MODES),
    maxWaitMs,
    reviewed: oneOf('reviewed', get('reviewed') || 'require', REVIEW_MODES),
    failOn: oneOf('fail-on', get('fail-on') || 'none', FAIL_ON),
    allow: allowed.filter(isConsent),
    allowsOtherBranch: allowed.includes('branch'),
    only: words(get('only')),
    pullRequest: oneOf('pull-request', get('pull-request') || 'false', ['false', 'true']) === 'true',
    html: get('html') || undefined,
    commentNote: noteIn(get('comment-note')),
  };
}

const REVIEW_KEY_AT_LEAST = 32;

/** A short key could be found by brute force, since everyone can read what it signed. */
function reviewKeyIn(key: string): string {
  if (key === '' || key.length >= REVIEW_KEY_AT_LEAST) return key;
  throw badOption('review-key', { why: 'form', form: 'secret' });
}

/** The plan has to fit into the same comment. */
const NOTE_AT_MOST = 2_000;

function noteIn(note: string): string | undefined {
  if (note.length <= NOTE_AT_MOST) return note || undefined;
  throw badOption('comment-note', { why: 'form', form: 'note' });
}

/** Several values are separated by line breaks, commas or spaces. */
function words(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

function oneOf<Value extends string>(input: string, text: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === text);
  if (found !== undefined) return found;
  throw badOption(input, { why: 'choices', values }, text);
}
