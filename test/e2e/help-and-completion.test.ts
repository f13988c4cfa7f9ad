import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/cleanup.ts';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { campaigns } from '../support/e2e/program.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

const help = (...args: string[]) => campaigns([...args, '--help'], { cwd: temporaryFolder() });

test('the help names every command, and each has help with an example', async () => {
  const top = await help();
  expect(top).toMatchObject({ status: 0, stderr: '' });
  const commands = commandsIn(top.stdout);
  expect(commands).toEqual(
    expect.arrayContaining(['init', 'validate', 'plan', 'apply', 'status', 'log', 'state', 'serve']),
  );
  for (const command of commands) {
    const reported = await help(command);
    expect(reported).toMatchObject({ status: 0, stderr: '' });
    expect(reported.stdout).toMatch(new RegExp(`^Usage: campaigns ${command}`));
    expect(reported.stdout, command).toMatch(new RegExp(`^Examples?:\\n {2}\\$ campaigns ${command}`, 'm'));
  }
});

test('the subcommands of state have help too', async () => {
  for (const command of commandsIn((await help('state')).stdout)) {
    const reported = await help('state', command);
    expect(reported).toMatchObject({ status: 0, stderr: '' });
    expect(reported.stdout, command).toMatch(
      new RegExp(`^Examples?:\\n {2}\\$ campaigns state ${command}`, 'm'),
    );
  }
});

test.each([[[]], [['state']], [['-C', '.']], [['help']]])(
  'campaigns without a command shows the help: %j',
  async (args) => {
    const ended = await campaigns(args, { cwd: temporaryFolder() });
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(ended.stdout).toMatch(/^Usage: campaigns /);
  },
);

function commandsIn(text: string): string[] {
  const [, list = ''] = /^(?:Commands|Set up):\n([\s\S]*?)^Examples?:/m.exec(text) ?? [];
  return [...list.matchAll(/^ {2}(\w[\w-]*)/gm)].flatMap(([, name = '']) => (name === 'help' ? [] : [name]));
}

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
