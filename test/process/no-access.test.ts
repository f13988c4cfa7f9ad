import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CampaignFolder } from '../../src/files/campaign-folder.ts';
import { temporaryFolder } from '../support/cleanup.ts';

// A thread can't drop the rights of its process.

// Modes have no effect for root, so without the right to become another user nothing can be tested.
test.skipIf(process.getuid === undefined || process.seteuid === undefined)(
  'reports a folder or file without read access, and hides nothing else',
  () => {
    const above = temporaryFolder();
    const root = join(above, 'repository');
    const write = (path: string, content: string) => {
      writeFileSync(join(root, path), content);
    };
    mkdirSync(join(root, 'campaigns'), { recursive: true });
    write('campaigns/closed.yaml', 'key: closed\n');
    write('campaigns/open.yaml', 'key: open\n');
    mkdirSync(join(root, 'campaigns/closed'));
    write('campaigns/closed/inner.yaml', 'key: inner\n');
    write('campaigns/secret.html', 'secret');
    chmodSync(above, 0o755);
    for (const path of ['closed.yaml', 'closed', 'secret.html']) chmodSync(join(root, 'campaigns', path), 0);
    const folder = new CampaignFolder(root, 'campaigns', { ignored: new Set() });
    const { files, answers } = asNobody(() => ({
      files: folder.files(),
      answers: ['./secret.html', './closed/inner.html'].map((path) =>
        folder.readReference('campaigns/open.yaml', path),
      ),
    }));
    expect(files.map((one) => [one.below, 'fault' in one ? one.fault.why : 'text'])).toEqual([
      ['closed', 'unreadable'],
      ['closed.yaml', 'unreadable'],
      ['open.yaml', 'text'],
    ]);
    expect(answers).toMatchObject([{ fault: { why: 'unreadable' } }, { fault: { why: 'unreadable' } }]);
  },
);

/** Runs a function without the rights of root. */
function asNobody<Answer>(act: () => Answer): Answer {
  if (process.getuid?.() !== 0) return act();
  process.seteuid?.('nobody');
  try {
    return act();
  } finally {
    process.seteuid?.(0);
  }
}
