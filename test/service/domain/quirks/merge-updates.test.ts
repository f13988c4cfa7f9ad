import { expect, test } from 'vitest';
import { email, EVERYBODY, MAIL, push, type Body } from '../../../support/contract/bodies.ts';
import { play } from '../../../support/service/running.ts';

/** Open point W7: each row has the stored value, the update, and the result, all within one component. */
test.each<[string, Body, string, Body, Body]>([
  [
    'a field that is left out keeps its value',
    push('ONE_TIME'),
    'basic_details',
    { name: 'Other' },
    { name: 'Other', platforms: ['WEB'], tags: ['spring'] },
  ],
  [
    'so it does further down',
    email('ONE_TIME'),
    'campaign_content',
    { content: { email: { subject: 'Other' } } },
    { content: { email: { ...MAIL, subject: 'Other' } } },
  ],
  [
    'a list is replaced',
    push('ONE_TIME'),
    'basic_details',
    { tags: [] },
    { name: 'Spring sale', platforms: ['WEB'], tags: [] },
  ],
  [
    'a component that did not exist is stored unchanged',
    push('ONE_TIME'),
    'utm_params',
    { utm_source: 'a', utm_medium: 'b' },
    { utm_source: 'a', utm_medium: 'b' },
  ],
  [
    'a component is checked as it will be stored',
    push('EVENT_TRIGGERED'),
    'delivery_controls',
    { ignore_frequency_capping: true },
    { bypass_dnd: false, ignore_frequency_capping: true },
  ],
])('merge-updates: %s', async (_case, body, component, sent, stored) => {
  const { client } = await play({ quirks: ['merge-updates'] });
  const id = await client.created(body);
  const answer = await client.update(id, { [component]: sent });
  expect(answer.status, answer.text).toBe(200);
  expect((await client.get(id)).at(`data.${component}`)).toEqual(stored);
});

test('merge-updates: leaving out a locked field does not change it', async () => {
  const { client, control } = await play({ quirks: ['merge-updates'] });
  const id = 'abcabcabcabcabcabcabcabc';
  const scheduling_details = { delivery_type: 'ASAP', start_time: '2090-03-01T09:00:00' };
  const campaigns = [{ ...push('EVENT_TRIGGERED'), id, scheduling_details, status: 'ACTIVE' }];
  await control('POST', 'campaigns', { campaigns });
  const later = { scheduling_details: { expiry_time: '2092-03-01T09:00:00' } };
  expect((await client.update(id, later)).status).toBe(200);
  expect((await client.get(id)).at('data.scheduling_details')).toEqual({
    ...scheduling_details,
    ...later.scheduling_details,
  });
  expect((await client.update(id, { scheduling_details: { delivery_type: 'AT_FIXED_TIME' } })).status).toBe(
    409,
  );
  expect((await client.update(id, { segmentation_details: EVERYBODY })).status).toBe(409);
});
