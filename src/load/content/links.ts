import type { RuleParams } from '../../model/findings.ts';
import { valueAt, type JsonObject } from '../../model/json.ts';
import type { Tag } from './html.ts';
import type { ContentText, FoundAt } from './texts.ts';

// Where links and images of emails, and taps on push messages, lead. Nothing is fetched.

type Params = RuleParams['LINK'];

/** Schemes with which a mail program opens nothing. */
const DEAD: readonly string[] = ['javascript:', 'file:', 'cid:', 'blob:'];

/** What is wrong with an address; undefined if nothing is. A template may write it, or a part of it. */
function addressFault(written: string): Params | undefined {
  const seen = written.trim();
  if (seen === '' || seen === '#') return { why: 'malformed', seen };
  const isClear = !/\{[{%]|\[\[|^#|^data:|^\/\/[^/]/.test(seen);
  if (isClear && !isAddress(seen)) return { why: 'malformed', seen };
  return /^http:/i.test(seen) ? { why: 'insecure', seen } : undefined;
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search } = new URL(text);
  if (protocol === 'mailto:') return pathname.includes('@') || search !== '';
  // Links into apps may have any other scheme and any form.
  if (!/^https?:$/.test(protocol)) return !DEAD.includes(protocol) && text.length > protocol.length;
  return /^https?:\/\/[^/\s<>"“”\\]+[^\s<>"“”\\]*$/i.test(text) && /^(?!127\.).+\../.test(hostname);
}

/** What an anchor has in place of an address, and an image that has several. */
const IN_ITS_PLACE = /^(?:id|name|srcset)$|(?:href|src)$/;

/** A link or an image that leads nowhere, or that anyone on the network can read and change. */
export function linkFaults(tag: Tag): FoundAt<'LINK'>[] {
  const { name, isEnd, attributes, isTemplated, start, at } = tag;
  if (isEnd) return [];
  const faults = attributes.flatMap(({ name: attribute, value, ...part }) => {
    const params = /^(?:href|src)$/.test(attribute) ? addressFault(value) : undefined;
    return params ? [{ part, params }] : [];
  });
  const isLink = name === 'img' || (name === 'a' && attributes.length > 0);
  const hasOther = isTemplated || attributes.some((one) => IN_ITS_PLACE.test(one.name));
  if (!isLink || hasOther) return faults;
  const params = { why: 'no-address', tag: name === 'a' ? 'link' : 'image' } as const;
  return [{ part: { text: start, at }, params }];
}

/** Click actions whose value is an address. */
const OPENS_ADDRESS: readonly unknown[] = ['DEEPLINKING', 'RICH_LANDING'];
/** The name of a screen, such as com.example.shop.Main. */
const SCREEN = /^[\w.]+$/;

/** The addresses of a push message are in fields of their own. */
export function tapFaults(
  { path, field, text, isContent }: ContentText,
  body: JsonObject,
): FoundAt<'LINK'>[] {
  if (!isContent) return [];
  const part = { text, at: 0 };
  const beside = (name: string) => valueAt(body, [...path.slice(0, -1), name]);
  if (/^(?:default|image)_click_action$/.test(field)) {
    const value = beside(`${field}_value`);
    return value === undefined || value === '' ? [{ part, params: { why: 'no-address', tag: text } }] : [];
  }
  const action = beside(field.replace(/_value$/, ''));
  const isValue = field.endsWith('_value') && OPENS_ADDRESS.includes(action) && !SCREEN.test(text);
  const params = isValue || field.endsWith('url') ? addressFault(text) : undefined;
  return params && text !== '' ? [{ part, params }] : [];
}
