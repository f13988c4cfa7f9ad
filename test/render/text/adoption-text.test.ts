import { expect, it } from 'vitest';
import { describeCandidates } from '../../../src/app/importing/describe-candidates.ts';
import type { CampaignId, ComponentName, Desired } from '../../../src/model/campaign.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { adoptionText } from '../../../src/render/text/adoption-text.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { desired, live } from '../../support/builders.ts';

// Files with several candidates: the field that differs and the values must be readable, wherever the difference is.

/** The text for a file and two campaigns, the second of which has other values in a component. */
function textFor(name: ComponentName, file: JsonObject, other: JsonObject, columns = 80): string {
  const own: Desired = desired({ key: 'sale', components: { [name]: file } });
  const lives = ['aaaaaa', 'bbbbbb'].map((end, at) => ({
    ...live({ components: { ...own.components, [name]: at === 0 ? file : other } }),
    id: `64a1b2c3d4e5f6a7b8${end}` as CampaignId,
  }));
  return adoptionText(
    {
      workspace: 'local',
      certain: [],
      doubtful: [describeCandidates(own, lives)],
      fresh: [],
      isDone: false,
    },
    { paint: PLAIN, columns },
  );
}

const LONG = 'spring-sale-for-everybody-in-the-north-';
const body = (html_content: string) => ({ content: { email: { subject: 'Hi', html_content } } });

it.each<[string, ComponentName, JsonObject, JsonObject, string, string, string]>([
  [
    'a long value',
    'utm_params',
    { utm_campaign: `${LONG}a` },
    { utm_campaign: `${LONG}b` },
    'utm_campaign',
    `${LONG}a`,
    `${LONG}b`,
  ],
  [
    'a text',
    'campaign_content',
    body('<p>a</p>\n<p>b</p>'),
    body('<p>a</p>\n<p>c</p>'),
    'html_content',
    '<p>b</p>',
    '<p>c</p>',
  ],
])('shows the field and both values of %s', (_, name, file, other, field, was, now) => {
  const text = textFor(name, file, other);
  expect(text).toMatch(new RegExp(`^ {8}(?:.* · )?${field}$`, 'm'));
  expect(text).toContain(`the file, …aaaaaa  ${was}\n`);
  expect(text).toContain(`…bbbbbb            ${now}\n`);
});

it('cuts nothing on a narrow terminal', () => {
  const text = textFor('utm_params', { utm_campaign: `${LONG}a` }, { utm_campaign: `${LONG}b` }, 40);
  const words = text.replace(/\s+/g, '');
  expect(words).toContain(`${LONG}a`);
  expect(words).toContain(`${LONG}b`);
});
