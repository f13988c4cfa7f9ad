import { describe, expect, it } from 'vitest';
import { readInputs, type INPUT_NAMES } from '../../src/action/inputs.ts';
import { UserFailure } from '../../src/app/process/user-failure.ts';
import { EXIT } from '../../src/model/exit.ts';

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
