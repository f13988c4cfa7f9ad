import { describe, expect, it } from 'vitest';
import { touchedKeys, touchOf, type TouchInputs } from '../../src/load/touched-campaigns.ts';
import type { Workspace } from '../../src/model/workspace.ts';
import { desired, WORKSPACE } from '../support/builders.ts';

const POLICY = { drift: 'revert', guard: { share: 0.3, atLeast: 10 } } as const;
const FILES = [
  desired({ key: 'a' }),
  { ...desired({ key: 'b' }), sources: ['campaigns/b.yaml', 'shared/b.html'], links: ['texts/b.html'] },
  { ...desired({ key: 'c' }), variables: ['sender'] },
];

interface Sketch extends Partial<TouchInputs> {
  readonly entry?: Partial<Workspace>;
}

/** The keys touched when these paths changed, in a repository whose settings are unchanged by default. */
function touched(changed: readonly string[], { entry, ...more }: Sketch = {}): readonly string[] {
  const workspace = { ...WORKSPACE, vars: { sender: 'x' } };
  const before = { policy: POLICY, workspaces: new Map([['local', { ...workspace, ...entry }]]) };
  const touch = touchOf({
    changed: new Set(changed),
    workspace,
    configuration: { policy: POLICY },
    before,
    former: [],
    ...more,
  });
  return [...(touchedKeys(touch, FILES) ?? ['all'])];
}

const former = (below: string, text: string) => ({
  former: [{ file: `campaigns/${below}`, below, text }],
});

describe('a campaign is touched', () => {
  it.each<readonly [by: string, keys: readonly string[], changed: readonly string[], more: Sketch]>([
    ['by nothing', [], [], {}],
    ['by no file that it does not refer to', [], ['README.md'], {}],
    ['by its file', ['a'], ['campaigns/a.yaml'], {}],
    ['by a text that it refers to', ['b'], ['shared/b.html'], {}],
    ['by a link on the way to that text', ['b'], ['texts/b.html'], {}],
    ['by a folder that is a link or a submodule', ['b'], ['shared'], {}],
    ['by no file whose name only begins like it', [], ['shared/b.html.orig', 'share'], {}],
    ['by another value of its variable', ['c'], [], { entry: { vars: { sender: 'y' } } }],
    ['by its variable being new', ['c'], [], { entry: { vars: {} } }],
    ['by no variable of others', [], [], { entry: { vars: { sender: 'x', other: 1 } } }],
    ['by its file being gone', ['gone'], ['campaigns/gone.yaml'], former('gone.yaml', 'channel: EMAIL\n')],
    ['under the key that its file named', ['old'], ['campaigns/x.yml'], former('x.yml', 'key: old\n')],
    ['by its path where the old text was no YAML', ['x'], ['campaigns/x.yml'], former('x.yml', '{ a: [')],
  ])('%s: %j', (_, keys, changed, more) => {
    expect(touched(changed, more)).toEqual(keys);
  });

  it.each<readonly [by: string, more: Sketch]>([
    ['the service moved', { entry: { baseUrl: 'https://api-02.example.com/' } }],
    ['publishing was switched', { entry: { publish: 'never' } }],
    ['a feature came', { entry: { features: ['queuing'] } }],
    ['the policy changed', { configuration: { policy: { ...POLICY, drift: 'hold' } } }],
    ['the workspace is new', { before: { policy: POLICY, workspaces: new Map() } }],
    ['the settings before made no sense', { before: undefined }],
  ])('like all others when %s', (_, more) => {
    expect(touched([], more)).toEqual(['all']);
  });
});
