import { nearest } from '../../model/nearest.ts';
import { clip } from '../../model/show.ts';
import {
  inEmails,
  isInLink,
  isAddress,
  showsSomething,
  startOf,
  type Attribute,
  type Found,
  type Html,
  type Tag,
} from './html.ts';
import { linkFault } from './link-address.ts';
import type { Rule } from './rule.ts';

// Broken links and images can be found in the text alone; nothing is fetched.

/** Links and images that lead nowhere, or that anyone on the network can read and change. */
export const linksLeadSomewhere: Rule = inEmails('W_LINK', (html) =>
  html.tags.flatMap((tag) => faultsOf(html, tag)),
);

function faultsOf(html: Html, tag: Tag): Found[] {
  const found = tag.attributes
    .filter(({ name }) => isAddress(name))
    .flatMap((one): Found[] => {
      const fault = attributeFault(one) ?? linkFault(one.name, one.value.trim());
      return fault ? [[one, ...fault]] : [];
    });
  return found.length > 0 ? found : missingAddress(html, tag);
}

/** What is missing in an attribute. */
export function attributeFault({
  name,
  value,
  missing,
}: Attribute): [message: string, hint: string] | undefined {
  if (missing === undefined || value.trim() === '') return undefined;
  const what = isAddress(name) ? 'the address' : 'its value';
  const [, inside = '', other] = /^(.*?)(["'])?$/s.exec(value) ?? [];
  if (missing === 'quote' && other !== undefined)
    return [`the quotes of ${name} differ`, `write "${clip(inside)}"`];
  if (missing === 'quote') {
    const hint = isAddress(name) ? `write it after ${what}` : `write ${name}="${clip(value.trim())}"`;
    return [`the closing quote of ${name} is missing`, hint];
  }
  if (missing === 'begin') return [`the opening quote of ${name} is missing`, `write it before ${what}`];
  return [`= is missing after ${name}`, `write it before ${what}`];
}

/** What a link or an image has its address in. */
const ADDRESS_OF: Readonly<Record<string, string | undefined>> = { a: 'href', img: 'src' };
/** What an anchor has in place of an address, and an image that has several. */
const IN_ITS_PLACE = ['id', 'name', 'srcset'];

/** A link or an image without an address. A template in the tag may write one. */
function missingAddress(html: Html, tag: Tag): Found[] {
  const { attributes } = tag;
  const name = ADDRESS_OF[tag.name];
  if (name === undefined || tag.text.replace(/"[^"]*"|'[^']*'/g, '').includes('{')) return [];
  if (attributes.some((one) => one.name.endsWith(name) || IN_ITS_PLACE.includes(one.name))) return [];
  if (tag.name === 'a' && (!showsSomething(html, tag) || isInLink(html, tag))) return [];
  // A value without its quote may have swallowed the address; it is reported by itself.
  if (attributes.some(({ missing }) => missing === 'quote')) return [];
  const meant = attributes.find((one) => nearest(one.name, [name], 1) === name || ADDRESS.test(one.value));
  const message = `this ${tag.name === 'a' ? 'link' : 'image'} has no ${name}`;
  const hint = meant ? `write ${name}="${clip(meant.value)}"` : `add ${name}="https://…"`;
  return [[startOf(tag), message, hint]];
}

const ADDRESS = /^(?:https?:\/\/|mailto:|tel:)/i;

/** Names of placeholders in one pair of brackets, where an address begins: `href="[shop_url]/sale"`. */
export const addressesAreFilled: Rule = inEmails('W_PLACEHOLDER', ({ tags }) =>
  tags
    .flatMap(({ attributes }) => attributes)
    .flatMap(({ name, value, part, index }): Found[] => {
      const [mark, inside = ''] = /\[([a-z_][\w-]*)\]/i.exec(value) ?? [];
      if (mark === undefined || !isAddress(name) || !value.trim().startsWith(mark)) return [];
      const place = { part: mark, index: index + part.indexOf(mark) };
      const hint = `write [[${clip(inside)}]], and give it a value where the text is used: with: { ${clip(inside)}: … }`;
      return /unsub/i.test(inside) ? [] : [[place, `${clip(mark)} would be sent literally`, hint]];
    }),
);

/** The text that a person reads or hears instead of the image; an empty one marks the image as decoration. */
export const imagesHaveTexts: Rule = inEmails('W_ALT', ({ tags }) =>
  tags
    .filter((tag) => IMAGES.includes(tag.name))
    .filter(({ attributes }) => !attributes.some(({ name }) => name === 'alt'))
    .map((tag) => {
      const hint = 'add alt="what the image shows", or alt="" if it is only decoration';
      return [startOf(tag), 'the image has no alt text', hint];
    }),
);

/** Also in AMP, where images have a tag of their own. */
const IMAGES = ['img', 'amp-img', 'amp-anim'];

/** A comment that never ends hides the rest of the email. */
export const commentsEnd: Rule = inEmails('W_UNQUOTED', ({ openComment: index }) => {
  if (index === undefined) return [];
  const message = 'this comment never ends, so customers see nothing after it';
  return [[{ part: '<!--', index }, message, 'write --> where it ends']];
});
