import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/cleanup.ts';
import { ROOT } from '../support/e2e/built-program.ts';
import { spawnProgram, type Spawned } from '../support/e2e/processes.ts';
import { emptyRepo } from '../support/e2e/test-repository.ts';
import { packedPackage } from '../support/registry/packed-package.ts';
import { startRegistry } from '../support/registry/registry.ts';

// What a user gets: the package with the dependencies that npm finds for it, none of this repository's.

/** npm needs minutes on a machine with much else to do; usually, it's seconds. */
const LONG_MS = 600_000;

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

test(
  'npm install --global gives a working command, with nothing but what the package names',
  async () => {
    const home = temporaryFolder();
    const prefix = join(home, 'prefix');
    mkdirSync(join(home, 'empty'));
    const install = [
      ...['install', '--global', await packedPackage(), '--prefix', prefix],
      ...['--registry', await startRegistry(), '--cache', join(home, 'cache')],
      ...['--ignore-scripts', '--no-audit', '--no-fund'],
    ];
    const installed = await spawnProgram('npm', install, { cwd: join(home, 'empty') }).ended;
    expect(installed, installed.stderr).toMatchObject({ status: 0 });

    const repo = emptyRepo();
    const env = {
      ...{ CI: 'true', CAMPAIGNS_API_KEY: 'local' },
      PATH: [join(prefix, 'bin'), dirname(process.execPath), process.env.PATH].join(':'),
    };
    const start = (...args: string[]): Spawned =>
      spawnProgram('campaigns', args, { cwd: repo.directory, env });
    const succeeds = async (...args: string[]) => {
      const ended = await start(...args).ended;
      expect(ended, ended.stdout + ended.stderr).toMatchObject({ status: 0 });
      return ended.stdout;
    };

    expect(await succeeds('--version')).toBe(`${version}\n`);
    const serving = start('serve', '--port', '0', '--limits', 'off', '--quiet');
    const [said] = (await once(serving.child.stdout, 'data')) as [string];
    const [, url = ''] = /listening on (\S+)/.exec(said) ?? [];
    await succeeds('init');
    repo.edit('campaigns/workspaces.yaml', /http:\/\/127\.0\.0\.1:4010\//, url);
    await succeeds('fmt', '--check');
    repo.commit('Campaigns as code');
    await succeeds('validate', '--strict');
    await succeeds('apply');
    expect(await succeeds('plan')).toContain('in sync');
  },
  LONG_MS,
);
