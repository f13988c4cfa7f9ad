import { valueAt } from '../../model/json.ts';
import type { RuleParams } from '../../model/findings.ts';
import type { Checked, Found, Rule } from '../check.ts';
import type { Tag } from './html.ts';
import { emailsIn, startOf } from './mail.ts';
import { inText, textsOf, type FoundAt } from './texts.ts';

type Params = RuleParams['LINK'];

/** Links of emails, and where a tap on a push message leads; nothing is fetched. */
export const linksLeadSomewhere: Rule = {
  code: 'LINK',
  check: (checked) => [
    ...emailsIn(checked).flatMap((email) => inText(email, email.html.tags.flatMap(tagFaults))),
    ...pushFaults(checked),
  ],
};

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

/** Links and images that lead nowhere, or that anyone on the network can read and change. */
function tagFaults(tag: Tag): FoundAt<'LINK'>[] {
  const { name, isEnd, attributes, isTemplated } = tag;
  const addresses = isEnd ? [] : attributes.filter((one) => /^(?:href|src)$/.test(one.name));
  const faults = addresses.flatMap((part) => {
    const params = addressFault(part.value);
    return params ? [{ part, params }] : [];
  });
  const isLink = name === 'img' || (name === 'a' && attributes.length > 0);
  const hasOther = isTemplated || attributes.some((one) => IN_ITS_PLACE.test(one.name));
  if (isEnd || !isLink || hasOther) return faults;
  return [{ part: startOf(tag), params: { why: 'no-address', tag: name === 'a' ? 'link' : 'image' } }];
}

/** Click actions whose value is an address. */
const OPENS_ADDRESS: readonly unknown[] = ['DEEPLINKING', 'RICH_LANDING'];
/** The name of a screen, such as com.example.shop.Main. */
const SCREEN = /^[\w.]+$/;

/** The addresses of a push message are in fields of their own. */
function pushFaults({ body }: Checked): Found<'LINK'>[] {
  return textsOf(body).flatMap(({ path, field, text, isContent }): Found<'LINK'>[] => {
    if (!isContent) return [];
    const beside = (name: string) => valueAt(body, [...path.slice(0, -1), name]);
    if (/^(?:default|image)_click_action$/.test(field)) {
      const value = beside(`${field}_value`);
      return value === undefined || value === '' ? [{ path, params: { why: 'no-address', tag: text } }] : [];
    }
    const action = beside(field.replace(/_value$/, ''));
    const isValue = field.endsWith('_value') && OPENS_ADDRESS.includes(action) && !SCREEN.test(text);
    const params = isValue || field.endsWith('url') ? addressFault(text) : undefined;
    return params && text !== '' ? [{ path, params }] : [];
  });
}
