import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLI } from '../support/e2e/built-program.ts';
import { sale, utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import { appliedRepo } from '../support/e2e/opened.ts';
import type { JsonMap, LiveService } from '../support/e2e/live-service.ts';
import { spawnProgram } from '../support/e2e/processes.ts';
import type { TestRepository } from '../support/e2e/test-repository.ts';

// A command that writes several files is really killed between two of its renames. The next run then leaves what a run
// without a mishap leaves.

const KILLS = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
let left = Number(process.env.KILL_AT);
for (const name of ['renameSync', 'linkSync']) {
  const real = fs[name];
  fs[name] = (...args) => {
    if (left-- === 0) process.kill(process.pid, 'SIGKILL');
    return real(...args);
  };
}
syncBuiltinESMExports();`;

const FILES = {
  'welcome.yaml': welcome({ status: 'ACTIVE', body: './body.html' }),
  'body.html': '<p>Old</p>\n',
  'other.yaml': welcome({ name: 'Other', body: './shared.html' }),
  'third.yaml': welcome({ name: 'Third', body: './shared.html' }),
  'shared.html': '<p>Shared</p>\n',
  'sale.yaml': sale(),
};

function edit(repo: TestRepository): void {
  repo.edit('campaigns/welcome.yaml', /count: 1/, 'count: 2');
  repo.write('campaigns/body.html', '<p>New</p>\n');
  repo.commit('Edit it');
}

async function editInService(_: TestRepository, service: LiveService): Promise<void> {
  await service.editByHand((await service.only('Sale')).id, { utm_params: utmParams('by hand') });
  const { id, campaign_content: content } = await service.only('Other');
  const text = JSON.stringify(content).replaceAll('<p>Shared</p>', '<p>Mine</p>');
  await service.editByHand(id, { campaign_content: JSON.parse(text) as JsonMap });
}

test.each([
  { args: ['pull', '-w', 'local'], written: [1, 2], prepare: editInService },
  { args: ['revert', 'welcome', '-w', 'local'], written: [1], prepare: edit },
  { args: ['replace', 'welcome', '-w', 'local'], written: [1, 2, 3], prepare: edit },
])('a second run finishes a killed $args.0', async ({ args, written, prepare }) => {
  const { service, repo } = await appliedRepo(FILES);
  await prepare(repo, service);
  const env = { CAMPAIGNS_API_KEY: 'local' };
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(KILLS)}`];
  const runKilledAt = (at: number) =>
    spawnProgram(process.execPath, [...preload, CLI, ...args], {
      ...{ cwd: repo.directory, env: { ...env, KILL_AT: String(at) } },
    }).ended;
  expect(await repo.campaigns(...args)).toMatchObject({ status: 0 });
  const wanted = filesIn(repo);
  for (const at of written) {
    repo.git('checkout', '-q', '.');
    repo.git('clean', '-qfd', 'campaigns');
    expect(await runKilledAt(at)).toMatchObject({ signal: 'SIGKILL' });
    await repo.exits(0, ...args);
    expect(filesIn(repo), `killed after ${at} files`).toEqual(wanted);
  }
});

function filesIn(repo: TestRepository): Record<string, string> {
  const folder = join(repo.directory, 'campaigns');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}
