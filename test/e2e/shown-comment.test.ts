import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actionWorld } from '../support/action/action-world.ts';
import { expectEnd } from '../support/action/reviewed.ts';
import { ROOT } from '../support/e2e/built-program.ts';
import { testClock } from '../support/e2e/program.ts';

const WELCOME = 'onboarding/welcome-email.yaml';
const DIGEST = 'newsletter/weekly-digest-email.yaml';
const GUIDE = 'promo/gift-guide-email.yaml';
const VERSION = 'service/new-app-version-push.yaml';
const NEW = 'onboarding/first-order-email.yaml';
const AUDIENCE = `segmentation_details:
  included_filters:
    filter_operator: and
    filters:
      - { filter_type: custom_segments, name: Members of the trail club, id: 65f0a1b2c3d4e5f607182930 }
`;

const active = (text: string) => edited(text, /^channel:/m, 'status: ACTIVE\nchannel:');

test('the pictures in docs show what the action writes for the examples: plan, result and drift', async () => {
  const { [NEW]: added = '', ...rest } = exampleCampaigns();
  const [welcome, digest] = [active(exampleText(WELCOME)), active(exampleText(DIGEST))];
  const version = edited(exampleText(VERSION), '[local, staging]', '[production, staging]');
  const campaigns = { ...rest, [WELCOME]: welcome, [DIGEST]: digest, [VERSION]: version };
  const world = await actionWorld({ campaigns, service: ['--features', 'queuing,audience_limit'] });
  world.branch('main', { 'workspaces.yaml': production(world.service.url) });
  const inputs = { workspace: 'production' };
  const first = await world.apply({ inputs: { ...inputs, reviewed: 'ignore' } });
  expect(first.outputs).toMatchObject({ outcome: 'complete', creates: '20' });

  const pull = world.openPull('spring', {
    title: 'Spring at Northtrail',
    files: {
      [WELCOME]: edited(welcome, /^segmentation_details:\n(?: {2}.*\n)+/m, AUDIENCE),
      [DIGEST]: edited(digest, 'status: ACTIVE', 'status: PAUSED'),
      [GUIDE]: edited(exampleText(GUIDE), /(?<=subject: ).*/, 'Ten presents that go outside'),
      [NEW]: added,
    },
  });
  const planned = await world.plan(pull, { inputs: { ...inputs, html: 'report.html' } });
  expectEnd(planned, '0 planned', { creates: '1', updates: '1', transitions: '1', held: '1' });
  const [comment] = world.github.comments(pull.number);
  await expectShown('comment', comment?.body);
  await expectShown('report', readFileSync(planned.outputs['html-file'] ?? '', 'utf8'), 'html');

  world.merge(pull, 'merge');
  expect((await world.apply({ inputs })).outputs).toMatchObject({ outcome: 'complete', held: '1' });
  const [, result] = world.github.comments(pull.number);
  await expectShown('result', result?.body);

  const { id } = await world.service.only('Gift guide 2031');
  // The edit comes in a later minute than the apply.
  await testClock.sleep(60_000);
  const [utm_source, utm_campaign] = ['partner', 'gift-guide'];
  await world.service.editByHand(id, { utm_params: { utm_source, utm_medium: 'email', utm_campaign } });
  expect((await world.drift({ inputs })).outputs).toMatchObject({ outcome: 'drifted', drifted: '1' });
  const [issue] = world.github.issues();
  await expectShown('drift', issue?.body);
});

/** The text of a picture in docs, stored next to this test. */
async function expectShown(name: string, body: string | null | undefined, type = 'md'): Promise<void> {
  const file = join(ROOT, `test/e2e/shown-${name}.${type}`);
  await expect(sameEveryTime(body ?? '')).toMatchFileSnapshot(file);
}

/** The workspace of the examples, with a name that teams use. */
function production(url: string): string {
  const text = exampleText('workspaces.yaml')
    .replaceAll(/\blocal\b(?=:|$)/gm, 'production')
    .replace('http://127.0.0.1:4010/', url);
  return edited(text, /^( {4})app_key: .*$/m, '    app_key: local\n    limits: off');
}

/** Without the hidden lines and everything that differs from run to run. */
function sameEveryTime(body: string): string {
  const ids: string[] = [];
  return body
    .replaceAll(/^<!-- .* -->\n/gm, '')
    .replaceAll(/\b[0-9a-f]{24}\b/g, (id) => shownId(id, ids))
    .replaceAll(/blob\/[0-9a-f]{40}/g, 'blob/3f2a91c0d1e2f3a4b5c6d7e8f90a1b2c3d4e5f60')
    .replace(/(?<=change[sd] since )[0-9a-f]{7}/, '9e107d9')
    .replaceAll(/(?<=<sub>|<footer[^>]*>)[0-9a-f]{7}|[0-9a-f]{7}(?=<\/title>)/g, '3f2a91c')
    .replace(/(?<=plan `?)[0-9a-f]{6}(?=[`<])/, '5f3c9a')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)? UTC/g, '2030-03-04 09:14 UTC')
    .replaceAll('unchanged on 2030-03-04 09:14', 'unchanged on 2030-03-04 09:02')
    .replaceAll(/(?<=runs\/)\d+/g, '118');
}

/** IDs that the service created, numbered by their order in a text. IDs in the examples stay. */
function shownId(id: string, ids: string[]): string {
  if (id.startsWith('65f0')) return id;
  if (!ids.includes(id)) ids.push(id);
  return `64a1b2c3d4e5f6a7b8c9d0e${ids.indexOf(id) + 1}`;
}

const FOLDER = join(ROOT, 'campaigns');

/** The project's own examples: texts by path below campaigns/, without workspaces.yaml. */
function exampleCampaigns(): Record<string, string> {
  const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(FOLDER.length + 1));
  return Object.fromEntries(
    paths.filter((path) => path !== 'workspaces.yaml').map((path) => [path, exampleText(path)]),
  );
}

/** The text of one example file. */
function exampleText(path: string): string {
  return readFileSync(join(FOLDER, path), 'utf8');
}

/** A text with one match replaced. A match that doesn't exist is a mistake of the test. */
function edited(text: string, from: RegExp | string, to: string): string {
  const after = text.replace(from, () => to);
  if (after === text) throw new Error(`there is nothing like ${String(from)} to edit`);
  return after;
}
