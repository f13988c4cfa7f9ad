import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { campaigns } from '../support/e2e/program.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

/** A git that records the environment of each run before it does its work. */
function gitThatTells(): { readonly path: string; environments(): string[] } {
  const folder = temporaryFolder();
  const reported = join(folder, 'reported');
  mkdirSync(reported);
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const script = `#!/bin/sh\nenv > "${reported}/$$"\nexec "${real}" "$@"\n`;
  writeFileSync(join(folder, 'git'), script, { mode: 0o755 });
  return {
    path: `${folder}:${process.env.PATH ?? ''}`,
    environments: () => readdirSync(reported).map((name) => readFileSync(join(reported, name), 'utf8')),
  };
}

test("git gets no secret of any workspace, and environment variables can't lead it to another repository", async () => {
  const service = await startLiveService();
  const repo = openRepo({
    url: service.url,
    campaigns: { 'welcome.yaml': welcome() },
    workspace:
      'limits: off\n  other:\n    base_url: http://127.0.0.1:9/\n    app_key: other\n    api_key_env: CAMPAIGNS_OTHER_KEY\n    actor: a@example.com',
  });
  const git = gitThatTells();
  const elsewhere = temporaryFolder();
  const env = {
    PATH: git.path,
    CAMPAIGNS_API_KEY: 'local',
    CAMPAIGNS_OTHER_KEY: 'also secret',
    GIT_DIR: join(elsewhere, 'no-repository'),
    GIT_INDEX_FILE: join(elsewhere, 'index'),
    GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
    EDITOR: 'vi',
    A_WRAPPER_NEEDS: 'this',
  };
  const applied = await campaigns(['apply'], { cwd: repo.directory, env });
  expect(applied).toMatchObject({ status: 0 });
  const all = git.environments();
  expect(all.length).toBeGreaterThan(5);
  for (const environment of all) {
    expect(environment).not.toMatch(/^(?:CAMPAIGNS_API_KEY|CAMPAIGNS_OTHER_KEY|GIT_DIR|GIT_INDEX_FILE)=/m);
  }
  expect(all.some((one) => /^GIT_SSH_COMMAND=ssh/m.test(one) && /^A_WRAPPER_NEEDS=/m.test(one))).toBe(true);
});
