import { expect, test } from 'vitest';
import { sale, utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import { startLiveService, type JsonMap } from '../support/e2e/live-service.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

// What a plan and drift advise about a live value is what a pull then does with it.

const FILES: Readonly<Record<string, string>> = {
  'welcome.yaml': welcome({ utm: 'file' })
    .replace(/subject: .*/, 'subject: { $var: greeting }')
    .replace(/html_content: .*/, 'html_content: { $file: ./welcome.html }'),
  'welcome.html': '<p>Hello</p>\n[[> footer.html]]\n',
  'sale.yaml': sale({ utm: 'file' }),
  'snippets/footer.html': '<p>Bye</p>\n',
};
const VARS = 'limits: off\n    vars:\n      greeting: Welcome!';
const IN_SOURCES =
  /the variable greeting \(campaigns\/workspaces\.yaml:\d+:\d+\) and in campaigns\/welcome\.html/;

async function editedByHand(edit: (content: JsonMap) => JsonMap) {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: FILES, workspace: VARS });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const { id } = await service.only('Welcome');
  const content = {
    email: {
      ...{ subject: 'Hi there!', sender_name: 'Northtrail', from_address: 'hello@mail.example.com' },
      ...{ reply_to_address: 'care@example.com', html_content: '<p>Hi</p>\n<p>Bye</p>\n' },
    },
  };
  await service.editByHand(id, edit({ campaign_content: { content } }));
  const said = async (...args: string[]) => (await repo.campaigns(...args)).stdout.replaceAll(/\s+/g, ' ');
  return { service, repo, said };
}

test('values that a pull would leave are to be written by hand, where they are', async () => {
  const { service, repo, said } = await editedByHand((content) => content);

  const drift = await said('drift');
  expect(drift).toMatch(IN_SOURCES);
  expect(drift).not.toContain('campaigns pull');

  repo.write('campaigns/welcome.html', '<p>Good day</p>\n[[> footer.html]]\n');
  repo.commit('Say good day');
  const plan = await said('plan');
  expect(plan).toContain('blocked: conflict');
  expect(plan).toMatch(IN_SOURCES);
  expect(plan).not.toContain('campaigns pull');
  expect(await said('pull', 'welcome', '--theirs')).toContain('nothing to write');
  // Without a side, a pull doesn't ask for one that it wouldn't take either.
  const left = await said('pull', 'welcome');
  expect(left).toMatch(IN_SOURCES);
  expect(left).not.toContain('--theirs');

  // The advice, followed: the variable, and the text.
  repo.edit('campaigns/workspaces.yaml', /greeting: .*/, 'greeting: Hi there!');
  repo.write('campaigns/welcome.html', '<p>Hi</p>\n[[> footer.html]]\n');
  repo.commit('Keep what was edited by hand');
  expect(await repo.campaigns('plan', '--exit-code')).toMatchObject({ status: 0 });
  expect(await service.only('Welcome')).toBeDefined();
});

test('a pull is advised for the rest only', async () => {
  const { service, repo, said } = await editedByHand((content) => ({
    ...content,
    utm_params: utmParams('by hand'),
  }));
  await service.editByHand((await service.only('Sale')).id, { utm_params: utmParams('by hand') });

  const drift = await said('drift');
  expect(drift).toMatch(IN_SOURCES);
  expect(drift).toContain('To keep the other changes, write them into the files:');
  expect(drift).toContain('campaigns pull sale welcome -w local');
  expect(await said('pull')).toMatch(
    /2 campaigns to write into files.*~ welcome DRAFT utm_params.*Not pulled ! welcome/,
  );
  expect(await said('drift')).toContain('No action needed');
  expect(repo.read('campaigns/welcome.yaml')).toContain('by hand');
});
