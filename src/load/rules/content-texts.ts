import type { JsonObject } from '../../model/json.ts';
import { textsIn } from './rule.ts';

/** Fields of content with text for people; all others are addresses, names of templates, colors and the like. */
const READ_BY_PEOPLE = [
  'subject',
  'preview_text',
  'sender_name',
  'html_content',
  'title',
  'subtitle',
  'message',
  'summary',
  'btn_name',
  'dismiss_button_text',
];

/** The texts of a campaign's content that are meant for people, in both shapes of content. */
export function contentTexts({ campaign_content: content = null }: JsonObject): ReturnType<typeof textsIn> {
  return textsIn(content, ['campaign_content']).filter(({ path }) =>
    READ_BY_PEOPLE.includes(String(path.at(-1))),
  );
}
