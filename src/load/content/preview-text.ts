import { isJsonObject, valueAt } from '../../model/json.ts';
import type { Checked, Found } from '../check.ts';
import type { Html, Tag } from './html.ts';
import { isInside } from '../rules/placed.ts';
import { isPromotional } from './texts.ts';

/** How an element is hidden at the beginning of an email, whose text inboxes show in place of a preview text. */
const HIDDEN = /display:none|max-height:0|visibility:hidden|font-size:[01]px|mso-hide:all/i;
const NAMED = /pre-?header|preview/i;
const IN_HEAD: readonly string[] = ['title', 'style', 'script'];
/** Where the first letters of an element are, if it has any. */
const FIRST_LETTERS = 200;

/** What inboxes show beside the subject: nothing chosen, or the subject again. */
export function previewFaults({ texts, body }: Checked): Found<'PREVIEW_TEXT'>[] {
  const isNeeded = isPromotional(body);
  return texts.flatMap((subject): Found<'PREVIEW_TEXT'>[] => {
    if (!subject.isContent || subject.field !== 'subject' || subject.text.trim() === '') return [];
    const of = subject.path.slice(0, -1);
    const mail = valueAt(body, of);
    if (!isJsonObject(mail)) return [];
    const { preview_text: preview, custom_template_id: template } = mail;
    const path = [...of, 'preview_text'];
    if (typeof preview === 'string' && preview.trim() !== '')
      return plain(preview) === plain(subject.text) ? [{ path, params: { why: 'as-subject' } }] : [];
    const isElsewhere =
      template !== undefined ||
      texts.some(
        ({ path: other, html }) => other.length === path.length && isInside(other, of) && hasPreview(html),
      );
    if (!isNeeded || isElsewhere || isJsonObject(preview)) return [];
    return [{ path: preview === undefined ? subject.path : path, on: 'key', params: { why: 'missing' } }];
  });
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s.!?…]+/g, ' ')
    .trim();
}

/** Whether an email begins with a text that only inboxes show. */
function hasPreview(html: Html | undefined): boolean {
  const { tags, shown } = html ?? { tags: [], shown: '' };
  // What a template defines before the body is shown where it is used.
  const body = tags.findIndex(({ name }) => name === 'body');
  const isText = ({ end }: Tag) => /^[^<]*[\p{L}\p{N}\uE001]{2}/u.test(shown.slice(end, end + FIRST_LETTERS));
  const first = tags.findIndex((tag, at) => at >= body && !IN_HEAD.includes(tag.name) && isText(tag));
  return tags
    .slice(0, first + 1)
    .some(({ attributes }) =>
      attributes.some(
        ({ name, value }) =>
          (name === 'style' && HIDDEN.test(value.replace(/\s/g, ''))) ||
          (/^(?:class|id)$/.test(name) && NAMED.test(value)),
      ),
    );
}
