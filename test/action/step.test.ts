import { describe, expect, it, test } from 'vitest';
import { failed, succeeded } from '../../src/action/conclusion.ts';
import { type INPUT_NAMES, readInputs } from '../../src/action/inputs.ts';
import { signerFor } from '../../src/action/sticky-comment.ts';
import { WorkflowLog } from '../../src/action/workflow-log.ts';
import { UserFailure } from '../../src/app/process/user-failure.ts';
import { Secrets } from '../../src/app/secrets.ts';
import { say } from '../../src/messages/phrase.ts';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import { EXIT } from '../../src/model/exit.ts';
import { fakeStep } from '../support/action/run-action.ts';

type Given = Partial<Record<(typeof INPUT_NAMES)[number], string>>;

function read(given: Given) {
  return readInputs((name) => ({ command: 'plan', ...given })[name] ?? '');
}

function refusal(given: Given): UserFailure {
  try {
    read(given);
  } catch (error) {
    if (error instanceof UserFailure) return error;
    throw error;
  }
  throw new Error('it was taken');
}

const KEY = 'a review key of 32 characters or more';

describe('inputs of a step', () => {
  it('have defaults, except for the command', () => {
    expect(read({})).toEqual({
      ...{ command: 'plan', workspace: undefined, directory: '.', apiKey: '', reviewKey: '', token: '' },
      ...{ comment: 'always', maxWaitMs: 600_000, reviewed: 'require', failOn: 'none', allow: [], only: [] },
      ...{ allowsOtherBranch: false, pullRequest: false, html: undefined, commentNote: undefined },
    });
  });

  it.each<[Given, object]>([
    [
      { command: 'apply', 'max-wait': '90s' },
      { command: 'apply', maxWaitMs: 90_000 },
    ],
    [{ 'max-wait': '2h' }, { maxWaitMs: 7_200_000 }],
    [{ 'api-key': 'one' }, { apiKey: 'one', reviewKey: '' }],
    [
      { 'api-key': 'one', 'review-key': KEY },
      { apiKey: 'one', reviewKey: KEY },
    ],
    [{ 'comment-note': 'Ask @growth before you merge.' }, { commentNote: 'Ask @growth before you merge.' }],
    [
      { allow: 'guard,same-name conflict' },
      { allow: ['guard', 'same-name', 'conflict'], allowsOtherBranch: false },
    ],
    [{ allow: 'branch guard' }, { allow: ['guard'], allowsOtherBranch: true }],
    [{ only: 'a/b\n  c,\n\n d' }, { only: ['a/b', 'c', 'd'] }],
    [
      { 'pull-request': 'true', 'fail-on': 'held', comment: 'changes' },
      { pullRequest: true, failOn: 'held' },
    ],
    [
      { reviewed: 'ignore', html: 'out/plan.html' },
      { reviewed: 'ignore', html: 'out/plan.html' },
    ],
  ])('accepts %j', (given, expected) => {
    expect(read(given)).toMatchObject(expected);
  });

  it.each<[Given, string, object]>([
    [{ command: '' }, 'command', { why: 'choices', value: '' }],
    [{ command: 'aply' }, 'command', { why: 'choices', value: 'aply' }],
    [{ command: 'Plan' }, 'command', { why: 'choices' }],
    [{ comment: 'sometimes' }, 'comment', { why: 'choices' }],
    [{ 'max-wait': '10' }, 'max-wait', { why: 'form', form: 'duration' }],
    [{ 'max-wait': '-5m' }, 'max-wait', { why: 'form', form: 'duration' }],
    [{ reviewed: 'yes' }, 'reviewed', { why: 'choices' }],
    [{ 'fail-on': 'drift,held' }, 'fail-on', { why: 'choices' }],
    [{ allow: 'guard dirty' }, 'allow', { why: 'choices', value: 'dirty' }],
    [{ 'pull-request': 'TRUE' }, 'pull-request', { why: 'choices' }],
    [{ 'comment-note': 'x'.repeat(2_001) }, 'comment-note', { why: 'form', form: 'note' }],
  ])('%j is a usage error that names the input', (given, option, fault) => {
    const { exit, cause } = refusal(given);
    expect(exit).toBe(EXIT.USAGE);
    expect(cause).toMatchObject({ code: 'bad-option', option, ...fault });
  });
});

test('a signature is only valid with the key that made it, and never without a key', () => {
  const [key, other, none] = [
    'a key of at least 32 characters now',
    'another one of 32 characters now',
    '',
  ].map(signerFor);
  const signature = key?.sign('text') ?? '';
  expect(key?.verify('text', signature)).toBe(true);
  expect(key?.verify('another text', signature)).toBe(false);
  expect(other?.verify('text', signature)).toBe(false);
  expect(none?.verify('text', none.sign('text'))).toBe(false);
});

it.each([
  [succeeded('complete', { changes: 1 }), 1],
  [failed('failed', 'changes-failed', { code: 'not-all-done', why: 'failed' }), 2],
])('a step whose outputs can no longer be written fails, after %j', (conclusion, errors) => {
  const { step, told } = fakeStep({});
  const setOutput = () => {
    throw new Error('ENOSPC: no space left on device');
  };
  new WorkflowLog({ ...step, setOutput }, new Secrets()).conclude(conclusion);
  expect(told.exit).toBe(1);
  expect(told.annotations.map(({ level }) => level)).toEqual(Array.from({ length: errors }, () => 'error'));
  expect(told.annotations[0]?.message).toContain('ENOSPC');
});

test("findings leave room for the step's own messages, and an error comes first", () => {
  const { step, told } = fakeStep({});
  const log = new WorkflowLog(step, new Secrets());
  const found = (code: Diagnostic['code'], line: number): Diagnostic => {
    return { file: 'campaigns/a.yaml', line, column: 1, code, message: `${code} ${line}`, hint: 'write it' };
  };
  const warnings = Array.from({ length: 30 }, (_, at) => found('W_VALUE', at + 1));
  const errors = Array.from({ length: 30 }, (_, at) => found('E_VALUE', at + 1));
  log.annotate({ diagnostics: warnings });
  log.annotate({ diagnostics: errors });
  for (const one of ['a', 'b', 'c']) log.warn(say`${one}`);
  log.conclude(failed('invalid', 'invalid-files', { code: 'invalid-files' }));
  const shown = (level: string) => told.annotations.filter((one) => one.level === level);
  expect(shown('warning')).toHaveLength(10);
  expect(shown('error')).toHaveLength(10);
  expect(shown('warning').at(-1)?.message).toContain('And 23 more like this');
});
