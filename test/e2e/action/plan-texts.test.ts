import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { trouble } from '../../support/report/page-trouble.ts';
import { actionWorld } from '../../support/action/action-world.ts';
import { expectEnd } from '../../support/action/reviewed.ts';
import {
  planCommentOn,
  planCommentsOn,
  promiseOf,
  stepsOf,
  reported,
  REVIEW_KEY,
} from '../../support/action/plan-comments.ts';
import { welcome } from '../../support/e2e/campaign-texts.ts';
import { HOSTILE_TEXTS } from '../../support/hostile-texts.ts';

/** What people read, with our own links replaced and without the last line. */
function shown(text: string): string {
  const own = /https:\/\/github\.com\/northtrail\/campaigns\/blob\/[0-9a-f]{40}\//g;
  const lines = text.replaceAll(own, '../blob/main/').split('\n');
  return lines.filter((line) => !/^<!-- campaigns-(?:plan|review):|^<sub>/.test(line)).join('\n');
}

test('texts of campaigns have no effect: no mention, no command to the runner, no marker but ours', async () => {
  const world = await actionWorld({ campaigns: { 'welcome.yaml': welcome() } });
  const first = world.openPull('first', { files: { 'welcome.yaml': welcome({ utm: 'web' }) } });
  expect(await world.plan(first)).toMatchObject({ exit: 0 });
  const stolen = planCommentOn(world, first).body.split('\n').slice(0, 2).join('\n');
  // What no file may contain is an error before anything is shown.
  const possible = Object.entries(HOSTILE_TEXTS).filter(([name]) => !['control', 'unseen'].includes(name));
  const texts = [...possible.map(([, text]) => text), stolen, `${stolen}\n::warning::said`];
  const files = Object.fromEntries(
    texts.map((text, at) => [`h${at}.yaml`, welcome({ name: `Hostile ${at}`, utm: text, subject: text })]),
  );
  const pull = world.openPull('hostile', { files });
  const ended = await world.plan(pull);
  expect(reported(ended, 'error')).toBe('');
  expect(ended).toMatchObject({ exit: 0, outputs: { outcome: 'planned', creates: String(texts.length) } });
  const bodies = planCommentsOn(world, pull).map((one) => one.body);
  for (const body of bodies) expect(trouble(shown(body))).toEqual([]);
  expect(trouble(shown(ended.summary))).toEqual([]);
  const promises = bodies.map((body) => promiseOf({ body }));
  expect(promises.flatMap((one) => Object.keys(stepsOf(one)))).toHaveLength(texts.length);
  for (const one of promises) expect(one).toMatchObject({ pull: pull.number, head: pull.pull.head.sha });
  expect(ended.commands).toEqual([]);
});

test('shows no secret anywhere: in a campaign it is an error, in live values it is hidden', async () => {
  const world = await actionWorld({ campaigns: { 'welcome.yaml': welcome() } });
  expect(await world.repo.campaigns('apply')).toMatchObject({ status: 0 });
  const secret = 'hunter2-hunter2-hunter2-hunter2-hunter2';
  const { id } = await world.service.only('Welcome');
  await world.service.editByHand(id, { utm_params: { utm_source: `by ${secret}` } });
  const pull = world.openPull('edit', { files: { 'welcome.yaml': welcome({ utm: 'web' }) } });
  const inputs = { 'review-key': secret };
  const ended = await world.plan(pull, { inputs });
  expect(ended).toMatchObject({ exit: 0, outputs: { outcome: 'planned' } });
  expect(planCommentOn(world, pull).body).toContain('by ***');
  const saying = welcome({ subject: `Hello ${secret}` });
  const event = world.pushTo(pull, { 'welcome.yaml': saying });
  const { length } = await world.service.requests();
  const other = await world.plan(pull, { event, inputs: { 'review-key': secret } });
  expect(other.annotations).toMatchObject([{ title: 'E_SECRET', file: 'campaigns/welcome.yaml' }, {}]);
  const refused = await world.plan(pull, { event, inputs: { 'api-key': secret } });
  expectEnd(refused, '1 invalid invalid-files');
  expect(refused.annotations).toMatchObject([{ title: 'E_SECRET', file: 'campaigns/welcome.yaml' }, {}]);
  expect(await world.service.requests()).toHaveLength(length);
  for (const { stdout, stderr, summary, outputs, annotations } of [ended, refused])
    expect(JSON.stringify([stdout, stderr, summary, outputs, annotations])).not.toContain(secret);
  expect(JSON.stringify([world.github.comments(pull.number), world.github.writes()])).not.toContain(secret);
});

test('tells the runner each secret that a step knows, and nothing that is too short to be one', async () => {
  const world = await actionWorld({ campaigns: { 'welcome.yaml': welcome() } });
  const { masked } = await world.run('validate', {
    inputs: { 'api-key': ' key-of-the-step\n' },
    env: {
      CAMPAIGNS_API_KEY: 'key-of-the-job',
      HTTPS_PROXY: 'http://ada:pass-of-ada@proxy.example:8080',
      http_proxy: 'http://proxy.example:8080',
    },
  });
  const credential = (user: string, secret: string) => Buffer.from(`${user}:${secret}`).toString('base64');
  expect(masked.toSorted()).toEqual(
    [
      ...['key-of-the-step', credential('local', 'key-of-the-step')],
      ...['key-of-the-job', credential('local', 'key-of-the-job')],
      ...[world.token, credential('x-access-token', world.token)],
      ...[REVIEW_KEY, 'pass-of-ada'],
    ].toSorted(),
  );
  expect((await world.run('validate', { inputs: { 'review-key': '' } })).masked).not.toContain('local');
});

test('approves a plan of hundreds of campaigns through several comments, each of which fits', async () => {
  const world = await actionWorld({ campaigns: { 'welcome.yaml': welcome() } });
  const files = Object.fromEntries(
    Array.from({ length: 400 }, (_, n) => [
      `shops/city-${n}/summer-sale-${n}.yaml`,
      // With a common name, one search finds all same-name candidates.
      welcome({ name: 'Summer sale', subject: `Shop ${n}: all must go, and soon` }),
    ]),
  );
  const pull = world.openPull('many', { files });
  const ended = await world.plan(pull);
  expect(ended).toMatchObject({ exit: 0, annotations: [], outputs: { creates: '400' } });
  expect(Buffer.byteLength(ended.summary)).toBeLessThanOrEqual(1_000_000);
  const comments = planCommentsOn(world, pull);
  expect(comments.length).toBeGreaterThan(1);
  expect(comments.length).toBeLessThan(25);
  for (const { body } of comments) expect(body.length).toBeLessThanOrEqual(60_000);
  expect(comments[0]?.body).toContain(`This is part 1 of ${comments.length}`);
  const promises = comments.map((one) => promiseOf(one));
  expect(promises.map((one) => one?.part)).toEqual(comments.map((_, at) => [at + 1, comments.length]));
  const { campaigns } = JSON.parse(readFileSync(ended.outputs['plan-file'] ?? '', 'utf8')) as {
    campaigns: { key: string; steps: { target: string }[] }[];
  };
  expect(campaigns).toHaveLength(400);
  // Each is shown in the part whose marker has it.
  for (const [at, promise] of promises.entries())
    for (const [key, steps] of promise?.campaigns ?? []) {
      expect(comments[at]?.body).toContain(key);
      expect(steps[0]?.target).toBe(campaigns.find((one) => one.key === key)?.steps[0]?.target);
    }
});
