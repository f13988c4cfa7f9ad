import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { startLiveService, type JsonMap } from '../support/e2e/live-service.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

const mail = (html: string): JsonMap => ({
  email: {
    ...{ subject: 'Welcome!', sender_name: 'Northtrail', from_address: 'hello@mail.example.com' },
    ...{ reply_to_address: 'care@example.com', html_content: html },
  },
});
const INLINE = 'html_content: <p>Hello</p>';

test('content that gets a language keeps its text files', async () => {
  const service = await startLiveService();
  const repo = openRepo({
    url: service.url,
    campaigns: {
      'welcome.yaml': welcome().replace(INLINE, 'html_content: { $file: ./body.html }'),
      'body.html': '<p>Hi</p>\n',
    },
  });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const edit = async (name: string, content: JsonMap) =>
    service.editByHand((await service.only(name)).id, { campaign_content: content });
  await edit('Welcome', {
    locales: ['de'],
    content: { default: { variation_1: mail('<p>Hi</p>\n') }, de: { variation_1: mail('<p>Hallo</p>') } },
  });
  const done = await repo.campaigns('pull');
  expect(done, done.stdout + done.stderr).toMatchObject({ status: 0 });
  expect(repo.read('campaigns/welcome.yaml')).toContain(
    `content:
    default:
      variation_1:
        email:
          subject: Welcome!
          sender_name: Northtrail
          from_address: hello@mail.example.com
          reply_to_address: care@example.com
          html_content: { $file: ./body.html }
    de:
      variation_1:
        email:`,
  );
  expect(repo.read('campaigns/body.html')).toBe('<p>Hi</p>\n');

  const writes = await service.writes();
  const plan = await repo.campaigns('plan', '--exit-code');
  expect(plan, plan.stdout + plan.stderr).toMatchObject({ status: 0 });
  repo.commit('Pull');
  repo.publish();
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(writes);
});
