// The main job, shown once: a repository with the example campaigns, the local service, plan, apply, lock, audit trail.
// Everything lives in a temporary folder and is gone at the end. Exits 1 when a step does not do what it says.
// Arguments go to `campaigns serve`: npm run demo -- --quirks read-lag=3s shows it with a service that lags.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = join(root, 'dist', 'cli.js');
const temporary = mkdtempSync(join(tmpdir(), 'campaigns-demo-'));
const shop = join(temporary, 'shop');
const env = {
  ...process.env,
  COLUMNS: '80',
  CAMPAIGNS_API_KEY: 'local',
  GIT_AUTHOR_NAME: 'Ada Author',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada Author',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};
const WELCOME = 'onboarding/welcome-email';
const AUDIENCE = `segmentation_details:
  included_filters:
    filter_operator: and
    filters:
      - { filter_type: custom_segments, name: Members of the trail club, id: 65f0a1b2c3d4e5f607182930 }
`;
let service;
let step = 0;

try {
  await show();
} catch (error) {
  console.error(`\nThe demo failed: ${error.message}`);
  process.exitCode = 1;
} finally {
  service?.kill('SIGTERM');
  rmSync(temporary, { recursive: true, force: true });
}

async function show() {
  heading('A shop keeps its campaigns in git, with a remote (here: a bare one beside it).');
  git(temporary, 'init', '--quiet', '--bare', 'origin.git');
  git(temporary, 'init', '--quiet', '--initial-branch=main', shop);
  cpSync(join(root, 'campaigns'), join(shop, 'campaigns'), { recursive: true });
  git(shop, 'remote', 'add', 'origin', join(temporary, 'origin.git'));

  heading(
    'The local campaign service starts on a free port, so no account is needed; its own limits are off.',
  );
  const url = await startService();
  edit('campaigns/workspaces.yaml', 'http://127.0.0.1:4010/', url);
  commit('Our campaigns');

  heading('validate: every mistake of a file shows before anything is sent.');
  campaigns(['validate', '--strict'], 0);

  heading('plan: what the first apply would do. Planning writes nothing anywhere.');
  campaigns(['plan'], 0);

  heading(
    'apply under the real creation quota, without waiting: five are created, the rest says when. Exit 3.',
  );
  campaigns(['apply', '--max-wait', '0s'], 3);

  heading(
    "The demo can't wait an hour: this workspace's limits are lifted from here on, and the rest is created.",
  );
  edit('campaigns/workspaces.yaml', '    app_key: local\n', '    app_key: local\n    limits: off\n');
  commit('Lift the limits of the demo');
  campaigns(['apply'], 0);

  heading('plan again: live is what the files say, so there is nothing to do.');
  campaigns(['plan'], 0);

  heading('A marketer edits one subject line: the plan is one component of one campaign.');
  const file = `campaigns/${WELCOME}.yaml`;
  edit(file, /^(\s+subject: ).*$/m, "$1'{{ user.first_name }}, your first hike starts here'");
  commit('A warmer subject for the welcome e-mail');
  campaigns(['plan'], 0);
  campaigns(['apply'], 0);

  heading('status: ACTIVE in the file publishes it.');
  edit(file, /^channel:/m, 'status: ACTIVE\nchannel:');
  commit('Publish the welcome e-mail');
  campaigns(['apply'], 0);

  heading("Its audience can't be edited while it is ACTIVE: the plan blocks the edit and says what to do.");
  edit(file, /^segmentation_details:\n(?: {2}.*\n)+/m, AUDIENCE);
  commit('Welcome members only');
  campaigns(['plan', '--exit-code'], 2);

  heading('log: who did what, when and why, from the state branch in git.');
  campaigns(['log', WELCOME], 0);
  console.log('\nThat was the main job. Nothing of it is left behind.');
}

function heading(text) {
  step += 1;
  console.log(`\n── ${step}. ${text}\n`);
}

function campaigns(args, expected) {
  console.log(`$ campaigns ${args.join(' ')}`);
  const { status } = spawnSync(process.execPath, [cli, ...args], {
    cwd: shop,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== expected) throw new Error(`campaigns ${args.join(' ')} exited ${status}, not ${expected}.`);
}

function startService() {
  const args = [
    cli,
    'serve',
    '--port',
    '0',
    '--limits',
    'off',
    '--features',
    'queuing,audience_limit',
    '--quiet',
    ...process.argv.slice(2),
  ];
  service = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let text = '';
    service.stdout.on('data', (chunk) => {
      text += chunk;
      const [, url] = /listening on (\S+)/.exec(text) ?? [];
      if (url) resolve(url);
    });
    service.on('exit', (code) => reject(new Error(`the local service ended early (exit ${code})`)));
  });
}

function edit(path, from, to) {
  const before = readFileSync(join(shop, path), 'utf8');
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${path} has nothing like ${from} to edit`);
  writeFileSync(join(shop, path), after);
}

function commit(message) {
  git(shop, 'add', '--all');
  git(shop, '-c', 'commit.gpgsign=false', 'commit', '--quiet', '--message', message);
  git(shop, 'push', '--quiet', 'origin', 'main');
}

function git(cwd, ...args) {
  const { status, stderr, error } = spawnSync('git', args, { cwd, env, encoding: 'utf8' });
  if (error || status !== 0) throw new Error(`git ${args.join(' ')}: ${error?.message ?? stderr}`);
}
