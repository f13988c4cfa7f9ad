// The newest 20 of 100,000 entries of a trail, beside `git log -20`, which both take nearly the time in which they start.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { figure } from './figures.mjs';
import { campaigns, paired, run } from './measure.mjs';
import { makeRepository } from './repository.mjs';

const COMMITS = 100_000;
const PAIRS = 5;
const BRANCH = 'refs/heads/campaigns-state/local';
const HERE = fileURLToPath(new URL('.', import.meta.url));

export async function measureNewest() {
  const folder = mkdtempSync(join(tmpdir(), 'campaigns-newest-'));
  try {
    const cwd = join(folder, 'shop');
    makeRepository(cwd, { count: 1, url: 'http://127.0.0.1:9/' });
    const input = trail();
    execFileSync('git', ['fast-import', '--quiet', '--force'], { cwd, input, maxBuffer: 2 ** 30 });
    execFileSync('git', ['push', '-q', 'origin', BRANCH], { cwd });
    const pair = await paired(
      PAIRS,
      () => campaigns(['log', '-n', '20', '--json'], { cwd }),
      () => run(join(HERE, 'git-log.mjs'), [cwd, '-20']),
    );
    return [figure('P11 log -n 20 of 100,000', pair, { to: 'git log -20', atMost: 3 })];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Updates of 1,000 campaigns, a minute apart, as `git fast-import` reads them. */
function trail() {
  return Array.from({ length: COMMITS }, (_, n) => {
    const key = `area/c${n % 1000}`;
    const message =
      `update ${key}: utm_params\n\nCampaign: ${key}\nChange: update\nComponents: utm_params\n` +
      `Edited-By: Ada <ada@example.com>\nRequest-Id: q${n}\n`;
    const time = `Ada <ada@example.com> ${1_900_000_000 + n * 60} +0000`;
    return `commit ${BRANCH}\nauthor ${time}\ncommitter ${time}\ndata ${message.length}\n${message}\n`;
  }).join('');
}
