import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { stickyTag } from '../../src/action/sticky-comment.ts';
import { actionWorld } from '../support/action/action-world.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { ROOT } from '../support/e2e/built-program.ts';
import { digest, sale, welcome } from '../support/e2e/campaign-texts.ts';
import type { JsonMap } from '../support/e2e/live-service.ts';

// A run that sends test messages is killed at any point. The next one sends nothing, and says what isn't known.

const WORKSPACE = 'limits: off\n    test_recipients: [{ id: qa@example.com, channel: EMAIL }]';
const EDITS = {
  'a.yaml': welcome({ name: 'A', subject: 'A' }),
  'b.yaml': digest({ name: 'B', subject: 'B' }),
  'c.yaml': sale({ name: 'C', subject: 'C' }),
};

/** `write`: which write to GitHub kills it, from 1. `takes`: whether GitHub takes that write. */
const KILLS: readonly (readonly [
  when: string,
  kill: { readonly write: number; readonly takes: boolean },
  sent: readonly string[],
  unknown: string,
  unsent: string | null,
])[] = [
  ['between the mark and the first message', { write: 1, takes: true }, [], 'a', 'b, c'],
  ['between a message and its result', { write: 2, takes: false }, ['A'], 'a', 'b, c'],
  ['between two messages', { write: 2, takes: true }, ['A'], 'b', 'c'],
  ['before the last result is kept', { write: 4, takes: false }, ['A', 'B', 'C'], 'c', null],
];

test.each(KILLS)('killed %s', async (_, { write, takes }, sent, unknown, unsent) => {
  const world = await actionWorld({ campaigns: {}, workspace: WORKSPACE });
  const outbox = async () =>
    ((await world.service.control('GET', 'outbox')).messages as JsonMap[]).map(
      ({ content }) => (content as JsonMap).subject,
    );
  const comments = () =>
    world.github
      .comments(pull.number)
      .filter(({ body }) =>
        body.startsWith(stickyTag({ purpose: 'test', workspace: 'local', folder: 'campaigns' })),
      );
  const pull = world.openPull('edit', { files: EDITS });
  const { entry, pid } = entryWithPid();
  let writes = 0;
  const { faults } = world.github;
  world.github.onReceived = ({ method }) => {
    if (method === 'GET') return;
    writes += 1;
    if (writes === write) process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL');
    else if (writes === write - 1 && !takes)
      faults.next('reset', { operation: 'issues/update-comment', times: 1 });
  };
  const killed = await world.testSend(pull, { entry });
  world.github.onReceived = () => undefined;
  expect([killed.exit, writes, await outbox()]).toEqual([null, write, sent]);

  for (const times of [1, 2]) {
    const next = await world.testSend(pull);
    expect([times, next.exit, next.outputs.outcome]).toEqual([times, 0, 'skipped']);
    expect(await outbox()).toEqual(sent);
    const [comment, ...others] = comments();
    expect(others).toEqual([]);
    expect(comment?.body).toContain(`the messages of ${unknown} were sent`);
    if (unsent === null) expect(comment?.body).not.toContain('Not sent');
    else expect(comment?.body).toContain(`Not sent: ${unsent}.`);
  }
  // Another commit is sent as usual.
  world.pushTo(pull, { 'a.yaml': welcome({ name: 'A', subject: 'A2' }) });
  expect((await world.testSend(pull)).outputs.outcome).toBe('sent');
  expect(await outbox()).toEqual([...sent, 'A2', 'B', 'C']);
});

/** The action as a file to run in its own process, which writes its process ID. */
function entryWithPid() {
  const folder = temporaryFolder();
  const [entry, pid] = [join(folder, 'entry.mjs'), join(folder, 'pid')];
  const action = pathToFileURL(join(ROOT, 'dist', 'action.js')).href;
  const lines = [
    "import { writeFileSync } from 'node:fs';",
    `writeFileSync(${JSON.stringify(pid)}, String(process.pid));`,
    `await import('${action}');`,
  ];
  writeFileSync(entry, `${lines.join('\n')}\n`);
  return { entry, pid };
}
