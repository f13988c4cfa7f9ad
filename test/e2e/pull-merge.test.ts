import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import { startLiveService, type JsonMap } from '../support/e2e/live-service.ts';
import { startCampaigns } from '../support/e2e/program.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

// A pull takes whatever it can: other components of a campaign, other entries of a list. What it can't take is listed.

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
  return { repo, service, pullJson };
}

const withTags = (...tags: string[]) => {
  const body = parse(welcome()) as { basic_details: JsonMap };
  return stringify({ ...body, basic_details: { ...body.basic_details, tags } });
};
const tagsIn = (text: string) => (parse(text) as { basic_details: { tags: string[] } }).basic_details.tags;
const detailsOf = (text: string) => (parse(text) as { basic_details: JsonMap }).basic_details;

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

test('tags that were added and removed on both sides are all merged, and only the file has something to apply', async () => {
  const { repo, service, pullJson } = await edited(withTags('a', 'b', 'c'), {
    basic_details: { ...detailsOf(withTags('a', 'b', 'theirs')) },
  });
  repo.change({ 'welcome.yaml': withTags('b', 'c', 'ours') });
  repo.publish();
  const result = await pullJson();
  expect(result, JSON.stringify(result)).toMatchObject({ status: 0, left: [] });
  expect(tagsIn(repo.read('campaigns/welcome.yaml'))).toEqual(['b', 'ours', 'theirs']);
  repo.commit('Pull');
  repo.publish();
  const applied = await repo.campaigns('apply', '--exit-code');
  expect(applied, applied.stdout).toMatchObject({ status: 0 });
  const { basic_details: details } = await service.only('Welcome');
  expect([...(details as { tags: string[] }).tags].sort()).toEqual(['b', 'ours', 'theirs']);
});

const filters = (...values: number[]) => ({
  included_filters: {
    filter_operator: 'and',
    filters: values.map((value) => ({
      ...{ filter_type: 'custom_segments', name: `Segment ${value}` },
      id: `65f0a1b2c3d4e5f6071829${value}`,
    })),
  },
});
const withFilters = (...values: number[]) =>
  stringify({ ...(parse(welcome()) as JsonMap), segmentation_details: filters(...values) });

test('filters that both sides edited are a conflict with both sides, and neither is lost', async () => {
  const { repo, pullJson } = await edited(withFilters(11, 12), { segmentation_details: filters(21, 12) });
  const text = withFilters(31, 12);
  repo.change({ 'welcome.yaml': text });
  const result = await pullJson();
  expect(result).toMatchObject({
    status: 1,
    pulled: [],
    left: [{ reasons: [{ reason: 'conflict', part: 'segmentation_details' }] }],
  });
  expect(JSON.stringify(result.left)).toMatch(/Segment 31/);
  expect(JSON.stringify(result.left)).toMatch(/Segment 21/);
  expect(repo.read('campaigns/welcome.yaml')).toBe(text);
});
