import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { startCampaigns } from '../support/e2e/program.ts';
import { openShop } from '../support/e2e/shop.ts';

const KEY = 'sk-9f3b2c71d4e5';
const NOBODY = 'http://127.0.0.1:9/';

function validated(text: string, env: Record<string, string>) {
  const shop = openShop({ url: NOBODY, campaigns: { 'welcome.yaml': text }, origin: false });
  return startCampaigns(['validate'], { cwd: shop.directory, env }).ended;
}

test('an API key in a campaign is an error at its line, and no output shows it', async () => {
  const { status, stdout, stderr } = await validated(welcome({ subject: `Use ${KEY}` }), {
    CAMPAIGNS_API_KEY: KEY,
  });
  expect(status).toBe(5);
  expect(stderr).toMatch(/^campaigns\/welcome\.yaml:\d+:\d+ E_SECRET campaign_content has the API key/m);
  expect(stdout + stderr).not.toContain(KEY);
});

test('a value that is told because it is wrong is told without the key', async () => {
  const wrong = welcome().replace('EVENT_TRIGGERED', KEY);
  const { stderr } = await validated(wrong, { CAMPAIGNS_API_KEY: KEY });
  expect(stderr).toContain('***');
  expect(stderr).not.toContain(KEY);
});

test('a key that is too short to be one hides nothing: the local service takes the word local', async () => {
  const { status, stderr } = await validated(welcome({ subject: 'Your local shop' }), {
    CAMPAIGNS_API_KEY: 'local',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
