import type { JsonObject } from '../../model/json.ts';
import { textsInBody, type PlacedText } from './rule.ts';

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

/** The texts of a campaign's content that are meant for people, in both shapes of content. */
export function contentTexts(body: JsonObject): readonly PlacedText[] {
  return textsInBody(body).filter(
    ({ path }) => path[0] === 'campaign_content' && READ_BY_PEOPLE.includes(String(path.at(-1))),
  );
}

/** The name of a campaign, and coupon codes in its content. */
export function labels(body: JsonObject): readonly PlacedText[] {
  return textsInBody(body).filter(({ path }) =>
    /^(?:basic_details\/name|campaign_content\/.*coupon_code)$/.test(path.join('/')),
  );
}
