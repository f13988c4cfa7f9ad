import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/cleanup.ts';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { campaigns } from '../support/e2e/program.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

const repo = () => {
  const made = openRepo({
    campaigns: {
      'promo/spring.yaml': welcome(),
      'promo/summer.yaml': 'channel: [',
      'other.yaml': `key: special/offer\n${welcome()}`,
    },
  });
  made.edit('campaigns/workspaces.yaml', /^workspaces:\n/m, 'workspaces:\n  staging: {}\n');
  return made;
};

async function completed(cwd: string, ...words: string[]) {
  const { status, stdout, stderr } = await campaigns(['__complete', ...words], { cwd });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const lines = stdout.trimEnd().split('\n');
  return { values: lines.slice(0, -1).map((line) => line.split('\t')[0]), otherwise: lines.at(-1) };
}

const NOTHING = ':nothing';
const FILES = ':files';
const KEYS = ['promo/spring', 'promo/summer', 'special/offer'];

test.each([
  ['commands', ['pl'], ['plan'], NOTHING],
  ['commands of state', ['state', ''], ['list', 'forget', 'mv', 'target', 'release', 'help'], NOTHING],
  ['options', ['apply', '--al'], ['--allow'], NOTHING],
  ['keys', ['plan', ''], KEYS, FILES],
  ['keys of --only', ['apply', '--only', 'special/offer', 'promo/su'], ['promo/summer'], FILES],
  ['options after keys', ['apply', '--only', 'special/offer', '--y'], ['--yes'], NOTHING],
  ['the key of a campaign', ['replace', 'sp'], ['special/offer'], FILES],
  ['workspaces', ['plan', '-w', ''], ['local', 'staging'], NOTHING],
  ['choices', ['apply', '--allow', 'guard', 'd'], ['dirty'], NOTHING],
  ['shells', ['completion', ''], ['bash', 'zsh', 'fish'], NOTHING],
  ['paths', ['plan', '--out', ''], [], FILES],
  ['folders', ['-C', ''], [], ':folders'],
  ['what is free', ['plan', '--changed-since', ''], [], NOTHING],
])('%s', async (_, words, values, otherwise) => {
  expect(await completed(repo().directory, ...words)).toEqual({ values, otherwise });
});

test('names come from the folder that -C names', async () => {
  const { directory } = repo();
  const there = join(directory, 'campaigns/promo');
  expect((await completed('/', '-C', there, 'plan', 'spe')).values).toEqual(['special/offer']);
  expect((await completed('/', 'plan', '-C', there, '-w', 's')).values).toEqual(['staging']);
});

test('without a repository there are no names and no error', async () => {
  const cwd = temporaryFolder();
  expect(await completed(cwd, 'plan', '')).toEqual({ values: [], otherwise: FILES });
  expect(await completed(cwd, '-C', '/nowhere/at/all', 'plan', '-w', '')).toEqual({
    values: [],
    otherwise: NOTHING,
  });
});
