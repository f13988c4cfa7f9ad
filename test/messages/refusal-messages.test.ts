import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { plainText, plainTextOnGitHub } from '../../src/messages/phrase.ts';
import { describeRefusal, refusalOnGitHub, refusalText } from '../../src/messages/refusal-messages.ts';
import { saidIn, type RefusalCause, type RefusalCode } from '../../src/model/refusal.ts';
import { REFUSAL_EXAMPLES } from '../support/refusal-examples.ts';

/** A person decided so, or nothing is left to do. */
const WITHOUT_ADVICE: readonly RefusalCode[] = ['superseded', 'not-applied'];

/** What a last sentence asks for: it begins with this, or follows a condition. */
const ADVICE =
  /(?:^|[.:?,] )(?:(?:or|then) )?(?:did you mean|(?:add|ask|bind|change|check|choose|commit|copy|correct|create|delete|find|fix|give|leave|list|make|merge|name|plan|push|release|remove|restore|revert|run|set|shorten|to list|to move|to send|to start|uncomment|upgrade|use|wait|write)\b)/i;

const rows = Object.entries(REFUSAL_EXAMPLES).map(([code, cause]) => ({ code, cause }));

describe.each(rows)('$code', ({ cause }) => {
  const { message, hint } = describeRefusal(cause);

  it('says what happened', () => {
    for (const spelled of [plainText(message), plainTextOnGitHub(message)]) {
      expect(spelled).toMatch(/^\S.*[.?]$/s);
      expect(spelled).not.toMatch(/undefined|null|\[object|\.\.$|[^.]\.\.[^./]|[^\n ] {2}/);
    }
  });

  it('does not call the right to apply by its name in the code', () => {
    expect(refusalOnGitHub(cause)).not.toMatch(/(?<!\/)\blease/i);
  });

  it('ends with what to do', () => {
    const spellings = [plainText(hint), plainTextOnGitHub(hint)];
    for (const spelled of spellings) {
      if (WITHOUT_ADVICE.includes(cause.code)) expect(spelled).toBe('');
      else expect(lastSentence(spelled)).toMatch(ADVICE);
    }
  });

  it('names inputs on GitHub, and neither options nor commands of the program', () => {
    const words = refusalOnGitHub(cause);
    expect(words).not.toMatch(/(?:^|\s)(?:--[a-z]|-[Cw]\b)/);
    expect(words).not.toMatch(COMMAND_LINE);
  });
});

const COMMAND_LINE =
  /\bcampaigns (?:init|validate|fmt|plan|apply|drift|import|status|log|state|serve|pull|show|preview|check)\b/;

function lastSentence(text: string): string {
  return text.split(/(?<=[.?]) (?=[A-Z])/).at(-1) ?? '';
}

describe('a no to a question', () => {
  it.each([
    ['adopt', 'Canceled. Nothing was bound. To do it later, run import again.'],
    ['forget', 'Canceled. No campaigns were forgotten.'],
    ['import', 'Canceled. Nothing was written. To do it later, run import again.'],
    ['pull', 'Canceled. Nothing was written. To do it later, run pull again.'],
    ['replace', 'Canceled. Nothing was written. To do it later, run replace again.'],
    ['revert', 'Canceled. No files were written.'],
    ['target', 'Canceled. The recorded target is unchanged.'],
  ] as const)('of %s says what was not done: %s', (what, words) => {
    expect(refusalText({ code: 'canceled', what })).toBe(words);
  });
});

describe('docs/operations.md', () => {
  const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const quotes = [...page.matchAll(/^> (.*)$/gm)].map(([, quote = '']) => quote.replace(/ \[…\]$/, ''));
  const target = (appKey: string) => ({ host: 'api.example.com', appKey });

  it.each<RefusalCause>([
    REFUSAL_EXAMPLES['lease-held'],
    { ...REFUSAL_EXAMPLES['state-unreadable'], path: 'campaigns/welcome.json' },
    { ...REFUSAL_EXAMPLES['state-other-target'], recorded: target('OLD'), now: target('NEW') },
  ])('quotes $code', (cause) => {
    const words = refusalOnGitHub(cause);
    expect(quotes.filter((quote) => words.startsWith(quote))).toHaveLength(1);
  });
});

it('names options and commands in a terminal', () => {
  expect(refusalText(REFUSAL_EXAMPLES['lease-held'])).toMatch(/campaigns state release -w production$/);
  expect(refusalText(REFUSAL_EXAMPLES['other-branch'])).toContain('--allow branch');
  expect(refusalOnGitHub(REFUSAL_EXAMPLES['other-branch'])).toContain('the input allow: branch');
});

it.each([
  ['http://127.0.0.1:4010/', 'campaigns serve'],
  ['http://localhost:4010/', 'campaigns serve'],
  ['http://[::1]:4010/', 'campaigns serve'],
  ['http://127.0.0.1:4027/', 'campaigns serve --port 4027'],
  ['http://localhost/', 'campaigns serve --port 80'],
  ['https://api.example.com/', undefined],
])('of %s, which does not answer, the local service is advised: %s', (baseUrl, serve) => {
  const problem = { code: 'no-connection', baseUrl, error: 'getaddrinfo ENOTFOUND' } as const;
  const words = refusalText({ code: 'service-unreachable', workspace: 'local', baseUrl, problem });
  expect(/campaigns serve.*$/.exec(words)?.[0]).toBe(serve);
  expect(words).toContain(`Check the base_url of local (${baseUrl}), then run this again.`);
});

it('names the run that is applying, with its times', () => {
  expect(plainText(describeRefusal(REFUSAL_EXAMPLES['lease-held']).message)).toBe(
    'Another run is applying to production: run 20261121T091405-1a2b3c4d by ada (started 2026-11-21 09:14:05 UTC, workspace reserved until 2026-11-21 09:16:05 UTC).',
  );
});

it('names what git confuses with a branch', () => {
  const cause = { ...REFUSAL_EXAMPLES['state-not-pushed'], confusedWith: ['refs/heads/refs/heads/x'] };
  expect(refusalText(cause)).toContain('git confuses it with refs/heads/refs/heads/x on origin');
});

it('keeps what git said, also of what an earlier run could not push', () => {
  const failure = REFUSAL_EXAMPLES['state-not-pushed'];
  expect(saidIn(failure)).toBe('fatal: no route to host');
  expect(saidIn({ code: 'pending-not-pushed', failure })).toBe('fatal: no route to host');
  expect(saidIn(REFUSAL_EXAMPLES['lease-lost'])).toBe('');
});

it('advises a campaign file only where one would help', () => {
  const unknown = { ...REFUSAL_EXAMPLES['unknown-campaign'], known: [] };
  expect(refusalText(unknown)).toContain('There are none yet. Add a campaign file first.');
  expect(refusalText({ ...unknown, what: 'managed campaign' })).toContain(
    'Nothing has been applied or imported yet.',
  );
});

it.each([
  ['campaign', 3, 'Name one of these: a1, a2, a3.'],
  ['campaign', 4, 'Name one of the 4 campaigns, such as a1. To list them, run: campaigns status'],
  ['managed campaign', 9, 'Name one of the 9 campaigns, such as a1. To list them, run: campaigns state list'],
] as const)('names the %ss to choose from only if they are few: %i', (what, count, hint) => {
  const known = Array.from({ length: count }, (_, at) => `a${at + 1}`);
  const unknown = { ...REFUSAL_EXAMPLES['unknown-campaign'], name: 'zzzz', what, known };
  expect(plainText(describeRefusal(unknown).hint)).toBe(hint);
});

it('lists the campaigns of the workspace that was asked about', () => {
  const known = ['a1', 'a2', 'a3', 'a4'];
  const unknown = { ...REFUSAL_EXAMPLES['unknown-campaign'], name: 'zzzz', known, workspace: 'staging' };
  expect(plainText(describeRefusal(unknown).hint)).toMatch(/campaigns status -w staging$/);
});

it('advises also those who have no origin, or may not write to the clone', () => {
  const hint = plainText(
    describeRefusal({ ...REFUSAL_EXAMPLES['lease-unreachable'], confusedWith: [] }).hint,
  );
  expect(hint).toContain('origin, if there is one,');
  expect(hint).toContain('you may write to the folder .git');
});

it.each([
  [['a', 'b'], ['b'], 'git does not track b yet, and git commit -a leaves it out.'],
  [['a', 'b'], ['a', 'b'], 'git does not track them yet, and git commit -a leaves them out.'],
])('names uncommitted files once: %j, of which git tracks all but %j', (files, untracked, words) => {
  expect(refusalText({ code: 'uncommitted', files, untracked })).toContain(words);
});
