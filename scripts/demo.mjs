// A demo of the main workflow: a repository with the example campaigns, the local service, plan, apply, lock, audit trail.
// Everything is in a temporary folder that is removed at the end. Exits 1 if a step fails.
// Arguments go to `campaigns serve`: npm run demo -- --quirks read-lag=3s shows it with a service that lags.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import {
  campaigns,
  commit,
  edit,
  git,
  heading,
  root,
  shop,
  stage,
  startService,
  temporary,
} from './demo-stage.mjs';

const WELCOME = 'onboarding/welcome-email';
const AUDIENCE = `segmentation_details:
  included_filters:
    filter_operator: and
    filters:
      - { filter_type: custom_segments, name: Members of the trail club, id: 65f0a1b2c3d4e5f607182930 }
`;
await stage(show);

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
