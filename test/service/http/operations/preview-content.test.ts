import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/service/domain/json.ts';
import { previewContent } from '../../../../src/service/http/operations/test-campaign.ts';
import { callOf, outcomeOf, refusal, storeWith } from '../../../support/service/calls.ts';
import { ANNA } from '../../../support/service/users.ts';

const WEB = {
  template_type: 'BASIC',
  basic_details: { title: 'Hi {{ user.first_name }}', message: 'A sale' },
};
const MAIL = { subject: 'For {{ user.email }}', html_content: "<p>{{EventAttribute['item']}}</p>" };
const WHO = { type: 'USER_ATTRIBUTE_UNIQUE_ID', value: 'anna' };

/** By default, a preview of a push for Anna. `undefined` omits a field. */
function body(changes: object = {}): object {
  const campaign_content = { content: { push: { web: WEB } } };
  return { channel: 'PUSH', user_identification: WHO, campaign_content, ...changes };
}

const preview = (changes?: object) => outcomeOf(() => previewContent(callOf(storeWith(ANNA), body(changes))));
const content = (value: unknown): object => ({ campaign_content: { content: value } });

describe('a preview is refused for', () => {
  test.each<[string, object, readonly string[]]>([
    [
      'a campaign instead of content',
      { campaign_id: 'x', campaign_content: undefined },
      ['campaign_id', 'campaign_content'],
    ],
    ['no content', { campaign_content: {} }, ['campaign_content.content']],
    [
      'an SMS without content',
      { channel: 'SMS', campaign_content: { text: 'Hi' } },
      ['campaign_content.content'],
    ],
    [
      'content that creation would not take',
      { channel: 'EMAIL', ...content({ email: { ...MAIL, custom_template_id: 't' } }) },
      ['campaign_content.content.email.html_content'],
    ],
    [
      'a language that is not listed',
      content({
        default: { variation_1: { push: { web: WEB } } },
        German: { variation_1: { push: { web: WEB } } },
      }),
      ['campaign_content.content.German'],
    ],
    [
      'a template that is broken',
      content({ push: { web: { ...WEB, basic_details: { title: '{{ user.id', message: 'x' } } } }),
      ['campaign_content.content.push.web.basic_details.title'],
    ],
  ])('%s', (_case, changes, targets) => {
    expect(refusal(preview(changes))).toEqual({ status: 400, code: 'VALIDATION_FAILED', targets });
  });
});

test('inherited property names are not users', () => {
  const changes: JsonObject = { user_identification: { ...WHO, type: 'constructor', value: '__proto__' } };
  expect(refusal(preview(changes))).toMatchObject({ targets: ['user_identification.type'] });
});
