import { valueAt } from '../../model/json.ts';
import type { Checked, Found, Rule } from '../check.ts';
import { addressFault } from './addresses.ts';
import { emailsIn, linkFaults } from './mail.ts';
import { inText, textsOf } from './texts.ts';

/** Links of emails, and where a tap on a push message leads. */
export const linksLeadSomewhere: Rule = {
  code: 'LINK',
  check: (checked) => [
    ...emailsIn(checked).flatMap((email) => inText(email, linkFaults(email))),
    ...pushFaults(checked),
  ],
};

/** Click actions whose value is an address. */
const OPENS_ADDRESS: readonly unknown[] = ['DEEPLINKING', 'RICH_LANDING'];
/** The name of a screen, such as com.example.shop.Main. */
const SCREEN = /^[\w.]*(?:[A-Z]|^(?:com|org|net|io|app|co)\.)[\w.]*$/;

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
    if (!isValue && !field.endsWith('url')) return [];
    // A landing page is a web page, not a screen of the app.
    const isOfApp = action === 'RICH_LANDING' && /^(?!https?:)[a-z][\w.+-]*:\/\//i.test(text);
    const params = addressFault(text) ?? (isOfApp ? { why: 'malformed' as const, seen: text } : undefined);
    return params && text !== '' ? [{ path, params }] : [];
  });
}
