import { describe, expect, it } from 'vitest';
import { readEvent, unusable } from '../../src/action/trigger.ts';
import examples from '@octokit/webhooks-examples';

type JsonObject = Record<string, unknown>;

/** GitHub's real example of this event, as a deep copy; `action` selects among several. */
function realEvent(name: string, action?: string): JsonObject {
  const definitions = examples as unknown as readonly { name: string; examples: JsonObject[] }[];
  const all = definitions.find((each) => each.name === name)?.examples ?? [];
  return structuredClone(all.find((each) => action === undefined || each['action'] === action) ?? {});
}

/** A part of an example. */
function part(value: unknown, ...path: string[]): JsonObject {
  return path.reduce((found, name) => found[name] as JsonObject, value as JsonObject);
}

const ref = (name: string) => ({ name, isTag: false });

/** The failure with which an event is refused. */
function refusalOf(name: string, event: JsonObject): unknown {
  try {
    return readEvent(name, event, ref('main'));
  } catch (error) {
    return error;
  }
}

/** A real event with one field set or, for undefined, removed. */
function without(name: string, path: readonly string[], value?: unknown): JsonObject {
  const event = realEvent(name);
  const [last = '', ...above] = [...path].reverse();
  const parent = part({ event }, 'event', ...above.reverse());
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else parent[last] = value;
  return event;
}

describe('a real event', () => {
  it.each(['opened', 'synchronize', 'reopened', 'closed'])(
    'pull_request %s belongs to its pull request',
    (action) => {
      const event = realEvent('pull_request', action);
      const pull = part(event, 'pull_request');
      expect(readEvent('pull_request', event, ref('1/merge'))).toEqual({
        kind: 'pull-request',
        number: pull['number'],
        head: part(pull, 'head')['sha'],
        headRepository: part(pull, 'head', 'repo')['full_name'],
        base: { ref: part(pull, 'base')['ref'], sha: part(pull, 'base')['sha'] },
        defaultBranch: part(event, 'repository')['default_branch'],
        merged: pull['merged'],
      });
    },
  );

  it('merge_group names its target branch', () => {
    const event = realEvent('merge_group');
    expect(readEvent('merge_group', event, ref('gh-readonly-queue/main/pr-1'))).toEqual({
      kind: 'merge-group',
      head: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
      base: { ref: 'main', sha: expect.stringMatching(/^[0-9a-f]{40}$/) as string },
      defaultBranch: part(event, 'repository')['default_branch'],
    });
  });

  it.each(['push', 'workflow_dispatch', 'schedule', 'repository_dispatch'])('%s is of a branch', (name) => {
    const event = name === 'schedule' ? { schedule: '17 6 * * *' } : realEvent(name);
    expect(readEvent(name, event, ref('main'))).toMatchObject({
      kind: 'branch',
      branch: 'main',
      isTag: false,
    });
  });
});

describe('an event that is refused', () => {
  it('pull_request_target, before anything in it is read', () => {
    expect(() => readEvent('pull_request_target', {}, ref('main'))).toThrow('event-unusable');
  });

  it.each(['workflow_run', 'issue_comment', 'deployment', 'create', 'release', 'tomorrow'])(
    '%s: what it checks out may be a fork, and it is not compared with a base',
    (name) => {
      expect(refusalOf(name, {})).toEqual(unusable({ why: 'unknown', said: name }));
    },
  );

  it.each([
    ['pull_request.number', without('pull_request', ['pull_request', 'number'])],
    ['pull_request.number', without('pull_request', ['pull_request', 'number'], '2')],
    ['pull_request.head.sha', without('pull_request', ['pull_request', 'head', 'sha'])],
    ['pull_request.head.sha', without('pull_request', ['pull_request', 'head'], [])],
    ['pull_request.base.ref', without('pull_request', ['pull_request', 'base', 'ref'], '')],
    ['pull_request.base.sha', without('pull_request', ['pull_request', 'base', 'sha'], 7)],
    ['pull_request.base.ref', without('pull_request', ['pull_request', 'base'], null)],
    ['pull_request.number', {}],
  ])('without %s names the missing field', (path, event) => {
    expect(refusalOf('pull_request', event)).toEqual(unusable({ why: 'incomplete', said: path }));
  });
});
