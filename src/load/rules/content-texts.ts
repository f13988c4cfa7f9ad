import { valueAt, type JsonObject } from '../../model/json.ts';
import { textsIn } from './rule.ts';

/** Fields of content with text for people; all others are addresses, names of templates, colors and the like. */
export const READ_BY_PEOPLE: readonly string[] = [
  'subject',
  'preview_text',
  'sender_name',
  'html_content',
  'title',
  'subtitle',
  'message',
  'summary',
  'collapsed_push_notification',
  'btn_name',
  'dismiss_button_text',
];

type Texts = ReturnType<typeof textsIn>;

/** The texts of a campaign's content that are meant for people, in both shapes of content. */
export function contentTexts({ campaign_content: content = null }: JsonObject): Texts {
  return textsIn(content, ['campaign_content']).filter(({ path }) =>
    READ_BY_PEOPLE.includes(String(path.at(-1))),
  );
}

/** The name of a campaign, and coupon codes in its content. */
export function labels(body: JsonObject): Texts {
  const name = textsIn(valueAt(body, ['basic_details', 'name']) ?? null, ['basic_details', 'name']);
  const codes = textsIn(body.campaign_content ?? null, ['campaign_content']);
  return [...name, ...codes.filter(({ path }) => path.at(-1) === 'coupon_code')];
}
