import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderOfFile } from '../support/cleanup.ts';
import { Editor } from '../support/editor.ts';
import { emptyRepo, type TestRepository } from '../support/e2e/test-repository.ts';

// How an editor handles the repository that init writes: the language server of VS Code's YAML extension, with the
// schema lines and the settings of that repository and nothing else.

interface Opened {
  readonly repo: TestRepository;
  readonly editor: Editor;
}

async function starter(folder: string): Promise<Opened> {
  const repo = emptyRepo('main', folderOfFile());
  mkdirSync(join(repo.directory, folder), { recursive: true });
  expect(await repo.campaigns('init', '-C', folder)).toMatchObject({ status: 0 });
  return { repo, editor: await Editor.open(repo.directory) };
}

const campaignFiles = (repo: TestRepository) =>
  repo
    .git('ls-files', '--others', '-z')
    .split('\0')
    .filter((path) => path.includes('campaigns/') && path.endsWith('.yaml'));

/** Without the line that names its schema, so that only the settings determine it. */
const unnamed = (text: string) => text.replace(/^# yaml-language-server: .*\n/, '');

/** Everything is the same in a folder of a larger repository, except for the paths. */
describe('a starter in a folder', () => {
  const folder = 'shop';
  let opened: Promise<Opened> | undefined;
  /** Tests write no files, so they share an editor, which takes long to start. */
  const open = () => (opened ??= starter(folder));
  const inFolder = (path: string) => `${folder}/${path}`;
  const welcome = inFolder('campaigns/onboarding/welcome-email.yaml');
  const workspaces = inFolder('campaigns/workspaces.yaml');

  test('reports nothing in the files that init wrote', async () => {
    const { repo, editor } = await open();
    const files = campaignFiles(repo);
    expect(files).toEqual(expect.arrayContaining([welcome, workspaces]));
    for (const path of files) expect(await editor.marksIn(path), path).toEqual([]);
  });

  test.each([
    ['by the line that names it', (text: string) => text],
    ['by the settings', unnamed],
  ])('has a schema for each file %s', async (_, named) => {
    const { repo, editor } = await open();
    const wrong = named(repo.read(welcome)).replace('TRANSACTIONAL', 'TRANSACTION');
    const line = wrong.split('\n').findIndex((one) => one.includes('TRANSACTION')) + 1;
    expect(await editor.marksIn(welcome, wrong)).toEqual([
      { line, message: expect.stringContaining('TRANSACTIONAL') as string },
    ]);
    const wish = named(repo.read(workspaces)).replace('drift: revert', 'drift: ¦');
    expect(await editor.offeredIn(workspaces, wish)).toEqual(expect.arrayContaining(['revert', 'hold']));
    const misspelled = named(repo.read(workspaces)).replace('drift: revert', 'drift: maybe');
    expect(await editor.marksIn(workspaces, misspelled)).toMatchObject([
      { message: expect.stringContaining('revert') as string },
    ]);
  });

  test.each([
    ['PUSH', 'push', 'advanced', 'connector'],
    ['EMAIL', 'email', 'connector', 'advanced'],
  ])('offers only what a %s campaign can have', async (channel, content, own, foreign) => {
    const { editor } = await open();
    const path = inFolder('campaigns/promo/new.yaml');
    const head = `channel: ${channel}\ncampaign_delivery_type: ONE_TIME\n`;
    const fields = await editor.offeredIn(path, `${head}¦\n`);
    expect(fields).toEqual(expect.arrayContaining(['basic_details', 'campaign_content', own]));
    expect(fields).not.toContain(foreign);
    const inContent = await editor.offeredIn(path, `${head}campaign_content:\n  content:\n    ¦\n`);
    expect([...inContent].sort()).toEqual(['default', content]);
    const inSchedule = await editor.offeredIn(path, `${head}scheduling_details:\n  ¦\n`);
    expect(inSchedule).toEqual(expect.arrayContaining(['delivery_type', 'start_time', 'timezone']));
    const inAudience = await editor.offeredIn(path, `${head}segmentation_details:\n  ¦\n`);
    expect([...inAudience].sort()).toEqual([
      ...['excluded_filters', 'included_filters', 'is_all_user_campaign', 'send_campaign_to_opt_out_users'],
    ]);
  });

  test('completes a new file without a schema line', async () => {
    const { editor } = await open();
    const path = inFolder('campaigns/promo/new.yaml');
    expect(await editor.offeredIn(path, 'channel: ¦\n')).toEqual(expect.arrayContaining(['EMAIL', 'PUSH']));
    const bare = 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details:\n  name: A\n';
    const offered = await editor.offeredIn(path, `${bare}¦\n`);
    expect(offered).toEqual(expect.arrayContaining(['status', 'segmentation_details', 'overrides']));
    // What a file may contain but is ignored, because people paste it from the service.
    for (const ignored of ['id', 'campaign_id', 'created_by', 'updated_at', 'request_id', 'version_number'])
      expect(offered).not.toContain(ignored);
    expect(await editor.marksIn(path, `${bare}created_by: ada@example.com\n`)).toEqual([
      { line: 5, message: expect.stringContaining('Ignored here') as string },
    ]);
  });
});
