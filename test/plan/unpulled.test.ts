import { describe, expect, it } from 'vitest';
import type { Components, ReferredText, UsedVariable } from '../../src/model/campaign.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { unpulledIn } from '../../src/plan/unpulled.ts';
import { bindingOf, desired, live } from '../support/builders.ts';

const EMAIL = ['campaign_content', 'content', 'email'] as const;
const SUBJECT: UsedVariable = { name: 'greeting', at: [...EMAIL, 'subject'], place: undefined };
const BODY: ReferredText = { at: [...EMAIL, 'html_content'], file: 'campaigns/mail.html', isAssembled: true };
const VALUE: UsedVariable = { name: 'shop', at: [...BODY.at, 'with', 'shop'], place: undefined };

const mail = (more: JsonObject = {}): Components => ({
  campaign_content: {
    content: { email: { subject: 'Hi', html_content: '<p>Hi</p>', preview_text: 'a', ...more } },
  },
});

/** The sources that a pull leaves after live became `after`, which was `before` in the file and in the record. */
function sourcesOf(
  after: Components,
  {
    before = mail(),
    variables = [SUBJECT, VALUE],
    texts = [BODY],
  }: {
    readonly before?: Components;
    readonly variables?: readonly UsedVariable[];
    readonly texts?: readonly ReferredText[];
  } = {},
): readonly string[] {
  const file = { ...desired({ components: before }), variables, texts };
  const now = live({ components: after });
  const binding = bindingOf(live({ components: before }));
  const { unpulled } = unpulledIn(['campaign_content', 'segmentation_details', 'utm_params'], {
    ...{ desired: file, live: now, binding },
  });
  return (unpulled?.sources ?? []).map((one) => ('name' in one ? one.name : one.file));
}

describe('a pull leaves', () => {
  it.each<[what: string, after: Components, sources: readonly string[]]>([
    ['nothing where only other values changed', mail({ preview_text: 'b' }), []],
    ['a value from a variable', mail({ subject: 'Hello' }), ['greeting']],
    [
      'an assembled text, whatever its values are made of',
      mail({ html_content: '<p>Hello</p>' }),
      [BODY.file],
    ],
    ['both', mail({ subject: 'Hello', html_content: '' }), ['greeting', BODY.file]],
    ['nothing of a component that is gone', {}, []],
    [
      'a variable in content that live has in a second language',
      {
        campaign_content: {
          locales: ['de'],
          content: {
            default: { variation_1: { email: { subject: 'Hello', html_content: '<p>Hi</p>' } } },
            de: { variation_1: { email: { subject: 'Hallo', html_content: '<p>Hallo</p>' } } },
          },
        },
      },
      ['greeting'],
    ],
  ])('%s', (_, after, sources) => {
    expect(sourcesOf(after)).toEqual(sources);
  });

  it('no text that is sent as it is in its file', () => {
    const texts = [{ ...BODY, isAssembled: false }];
    expect(sourcesOf(mail({ html_content: '<p>Hello</p>' }), { texts })).toEqual([]);
  });

  it.each([
    ['other values of the component changed', mail({ subject: 'Hello', preview_text: 'b' }), true],
    ['nothing else changed', mail({ subject: 'Hello' }), undefined],
  ])('and says whether %s', (_, after, hasOwn) => {
    const file = { ...desired({ components: mail() }), variables: [SUBJECT], texts: [BODY] };
    const known = {
      desired: file,
      live: live({ components: after }),
      binding: bindingOf(live({ components: mail() })),
    };
    expect(unpulledIn(['campaign_content'], known).unpulled?.hasOwn).toBe(hasOwn);
  });

  it('no variable in an entry of a list that has only moved', () => {
    const filters = (...ids: readonly string[]): Components => ({
      segmentation_details: { included_filters: { filters: ids.map((id) => ({ id })) } },
    });
    const at = ['segmentation_details', 'included_filters', 'filters', 0, 'id'];
    const known = { before: filters('a', 'b'), variables: [{ ...SUBJECT, at }] };
    expect(sourcesOf(filters('b', 'a'), known)).toEqual([]);
    expect(sourcesOf(filters('x', 'b'), known)).toEqual(['greeting']);
  });
});
