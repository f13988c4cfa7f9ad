import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { actionWorld } from '../support/action/action-world.ts';
import { planCommentOn, REVIEW_KEY } from '../support/action/plan-comments.ts';
import { ACTION } from '../support/action/run-action.ts';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { portOf } from '../support/e2e/port.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';

// The bundle as GitHub runs it. test/e2e/action tests its behavior without a process.

test('the bundled action plans a pull request, through the proxy of the runner, and applies its merge', async () => {
  const world = await actionWorld({ campaigns: {} });
  const pull = world.openPull('welcome', { files: { 'welcome.yaml': welcome() } });
  const { port, pathname } = new URL(world.github.site.apiUrl);
  const [asked, proxy] = [new Set<string>(), createServer()];
  proxy.on('connect', ({ url }, socket: Duplex) => {
    asked.add(url ?? '');
    const way = connect(Number(port), '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    way.pipe(socket).pipe(way);
    for (const end of [way, socket]) end.on('error', () => way.destroy());
  });
  const api = `http://github.example:${port}${pathname === '/' ? '' : pathname}`;
  const env = {
    GITHUB_API_URL: api,
    GITHUB_GRAPHQL_URL: `${api}/graphql`,
    http_proxy: `http://127.0.0.1:${await portOf(proxy)}`,
  };
  const planned = await world.plan(pull, { entry: ACTION, env });
  expect(planned).toMatchObject({ exit: 0, stderr: '', outputs: { outcome: 'planned', creates: '1' } });
  expect(planCommentOn(world, pull).body).toContain('**creates 1**');
  expect([...asked]).toEqual([`github.example:${port}`]);
  world.merge(pull, 'squash');
  const applied = await world.apply({ entry: ACTION });
  expect(applied).toMatchObject({ exit: 0, stderr: '', outputs: { outcome: 'complete', creates: '1' } });
  await world.service.only('Welcome');
});

test('a failed step is a failed process, which names its reason once', async () => {
  const world = await actionWorld({ campaigns: { 'welcome.yaml': 'channel: FAX\n' } });
  const ended = await world.apply({ entry: ACTION });
  expect(ended).toMatchObject({ exit: 1, stderr: '', outputs: { 'failure-reason': 'invalid-files' } });
  expect(ended.annotations.filter(({ level, file }) => level === 'error' && file === undefined)).toHaveLength(
    1,
  );
});

test('the runner reads from the log only what the action tells it, whatever campaigns say', async () => {
  const world = await actionWorld({ campaigns: {} });
  const text = HOSTILE_TEXTS['command'] ?? '';
  const said = {
    'a.yaml': welcome({ utm: text, subject: text }),
    'b.yaml': `channel: ${JSON.stringify(text)}\n`,
  };
  const pull = world.openPull('hostile', { files: said });
  const ended = await world.plan(pull, { entry: ACTION, inputs: { 'comment-note': text } });
  expect(ended).toMatchObject({ exit: 1, stderr: '', outputs: { outcome: 'invalid' } });
  expect(new Set(ended.commands.map(({ name }) => name))).toEqual(new Set(['add-mask', 'warning', 'error']));
  expect(ended.masked).toEqual(expect.arrayContaining([REVIEW_KEY, world.token]));
  const messages = ended.annotations.map(({ message }) => message);
  expect(messages).not.toContain('said');
  expect(messages.join('\n')).toContain('::error::said');
  const shown = ended.stdout.replaceAll(/^::add-mask::.*$/gm, '') + ended.summary;
  for (const secret of ended.masked) expect(shown).not.toContain(secret);
});
