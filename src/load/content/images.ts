import type { Tag } from './html.ts';
import type { FoundIn } from '../check.ts';
import type { ContentText } from './texts.ts';

/** Also in AMP, where images have a tag of their own. */
const IMAGES: readonly string[] = ['img', 'amp-img', 'amp-anim'];

/** Images without a text that a person reads or hears instead; an empty one marks the image as decoration. */
export function imagesWithoutText({ html }: ContentText): FoundIn<'ALT'>[] {
  const images = html?.tags.filter(({ name, isEnd }) => IMAGES.includes(name) && !isEnd) ?? [];
  return images.filter(isRead).map((part) => ({ part, params: {} }));
}

/** Whether it has no text, and a screen reader doesn't skip it, nor is it a pixel that only counts who opened the email. */
function isRead({ attributes }: Tag): boolean {
  const value = (wanted: string) => attributes.find(({ name }) => name === wanted)?.value;
  const style = value('style')?.replace(/\s/g, '') ?? '';
  const isPixel =
    /(?:^|;)display:none/i.test(style) ||
    ['width', 'height'].every(
      (side) =>
        /^[01](?:px)?$/.test(value(side) ?? '') ||
        new RegExp(`(?:^|;)${side}:[01](?:px)?(?:!|;|$)`).test(style),
    );
  const isSkipped = /^(?:presentation|none)$/.test(value('role') ?? '') || value('aria-hidden') === 'true';
  return value('alt') === undefined && !isPixel && !isSkipped;
}
