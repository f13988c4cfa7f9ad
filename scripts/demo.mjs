// A demo of the main workflow: a repository with the example campaigns, the local service, plan, apply, lock, audit trail.
// Everything is in a temporary folder that is removed at the end. Exits 1 if a step fails.
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
const person = (role) => ({ [`GIT_${role}_NAME`]: 'Ada Author', [`GIT_${role}_EMAIL`]: 'ada@example.com' });
const env = {
  ...{ ...process.env, COLUMNS: '80', CAMPAIGNS_API_KEY: 'local' },
  ...{ ...person('AUTHOR'), ...person('COMMITTER') },
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
  heading('A shop keeps its campaigns in git, with a remote (here, a bare repository next to it).');
  git(temporary, 'init', '--quiet', '--bare', 'origin.git');
  git(temporary, 'init', '--quiet', '--initial-branch=main', shop);
  cpSync(join(root, 'campaigns'), join(shop, 'campaigns'), { recursive: true });
  git(shop, 'remote', 'add', 'origin', join(temporary, 'origin.git'));

  heading(
    'The local campaign service starts on a free port, so you do not need an account; its own limits are off.',
  );
  const url = await startService();
  edit('campaigns/workspaces.yaml', 'http://127.0.0.1:4010/', url);
  commit('Our campaigns');

  heading('validate: every mistake in a file is reported before anything is sent.');
  campaigns(['validate', '--strict'], 0);

  heading('plan: what the first apply would do. Planning writes nothing anywhere.');
  campaigns(['plan'], 0);

  heading(
    'apply under the real creation quota, without waiting: five are created, and the others are deferred to a stated time. Exit 3.',
  );
  campaigns(['apply', '--max-wait', '0s'], 3);

  heading(
    "The demo can't wait an hour: this workspace's limits are turned off from here on, and the other campaigns are created.",
  );
  edit('campaigns/workspaces.yaml', '    app_key: local\n', '    app_key: local\n    limits: off\n');
  commit('Lift the limits of the demo');
  campaigns(['apply'], 0);

  heading('plan again: the live campaigns match the files, so there is nothing to do.');
  campaigns(['plan'], 0);

  heading('A marketer edits one subject line: the plan is one component of one campaign.');
  const file = `campaigns/${WELCOME}.yaml`;
  edit(file, /^(\s+subject: ).*$/m, "$1'{{ user.first_name }}, your first hike starts here'");
  commit('A warmer subject for the welcome email');
  campaigns(['plan'], 0);
  campaigns(['apply'], 0);

  heading('status: ACTIVE in the file publishes it.');
  edit(file, /^channel:/m, 'status: ACTIVE\nchannel:');
  commit('Publish the welcome email');
  campaigns(['apply'], 0);

  heading("Its audience can't be edited while it is ACTIVE: the plan blocks the edit and says what to do.");
  edit(file, /^segmentation_details:\n(?: {2}.*\n)+/m, AUDIENCE);
  commit('Welcome members only');
  campaigns(['plan', '--exit-code'], 2);

  heading('log: who did what, when and why, from the state branch in git.');
  campaigns(['log', WELCOME], 0);
  console.log('\nThat was the main workflow. The demo has removed all its files.');
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
  const options = ['--port', '0', '--limits', 'off', '--features', 'queuing,audience_limit', '--quiet'];
  const args = [cli, 'serve', ...options, ...process.argv.slice(2)];
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

/** The output of git. A failing git ends the demo. */
function git(cwd, ...args) {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd, env, encoding: 'utf8' });
  if (error || status !== 0) throw new Error(`git ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}
