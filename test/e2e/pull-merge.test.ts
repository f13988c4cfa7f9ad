import { expect, test } from 'vitest';
import { utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import { startLiveService, type JsonMap } from '../support/e2e/live-service.ts';
import { startCampaigns } from '../support/e2e/program.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

// A pull takes whatever it can: other components of a campaign. What it can't take is listed.

/** Applies a campaign, edits it in the service, and returns what the tests need. */
async function edited(text: string, edit: JsonMap) {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': text } });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  await service.editByHand((await service.only('Welcome')).id, edit);
  const pullJson = async (...args: string[]) => {
    const { stdout, stderr, status } = await repo.campaigns('pull', '--json', '--yes', ...args);
    return { status, stderr, ...(JSON.parse(stdout) as { pulled: JsonMap[]; left: JsonMap[] }) };
  };
  return { repo, pullJson };
}

test('a component with which the file would be invalid is left, with its reason, and the others are pulled', async () => {
  const { repo, pullJson } = await edited(welcome(), {
    utm_params: { ...utmParams('by hand'), utm_medium: 5 },
    connector: { connector_type: 'SENDGRID', connector_name: 'by hand' },
  });
  const result = await pullJson();
  expect(result.status).toBe(1);
  expect(result.pulled).toMatchObject([{ components: [{ name: 'connector' }] }]);
  expect(repo.read('campaigns/welcome.yaml')).toContain('connector_name: by hand');
  expect(result.left).toMatchObject([{ reasons: [{ reason: 'invalid', part: 'utm_params' }] }]);
});

test('a component with an API key is left, and the others are pulled', async () => {
  const { repo } = await edited(welcome(), {
    utm_params: utmParams('sk-9f3b2c71d4e5'),
    connector: { connector_type: 'SENDGRID', connector_name: 'by hand' },
  });
  const env = { CAMPAIGNS_API_KEY: 'local', CAMPAIGNS_OTHER_KEY: 'sk-9f3b2c71d4e5' };
  repo.write('campaigns/workspaces.yaml', `${repo.read('campaigns/workspaces.yaml')}${OTHER}`);
  const { stdout } = await startCampaigns(['pull', '-w', 'local', '--json'], {
    ...{ cwd: repo.directory, env },
  }).ended;
  expect(JSON.parse(stdout)).toMatchObject({
    pulled: [{ components: [{ name: 'connector' }] }],
    left: [{ reasons: [{ reason: 'invalid', part: 'utm_params' }] }],
  });
});

const OTHER = `  other:
    base_url: http://127.0.0.1:9/
    app_key: other
    api_key_env: CAMPAIGNS_OTHER_KEY
`;
