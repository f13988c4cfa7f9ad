import {
  isJsonObject,
  isList,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../../model/json.ts';
import { bare, clip } from '../../model/show.ts';
import { onValue, type Problem } from '../problem.ts';
import { pushFault } from './link-address.ts';
import { textsIn, type Rule } from './rule.ts';

const CONTENT: Path = ['campaign_content'];

/** Checks the addresses of a push message, which are in fields of their own, like the links of an email. */
export const addressesAreSecure: Rule = ({ body }) =>
  textsIn(body.campaign_content ?? null, CONTENT).flatMap(({ path, text }): Problem[] => {
    const field = String(path.at(-1));
    if (!/(?:url|_value)$/.test(field)) return [];
    const action = bare(valueAt(body, [...path.slice(0, -1), field.replace(/_value$/, '')]));
    const isAddress = field.endsWith('url') || (OPENS_ADDRESS.includes(action) && !SCREEN.test(text));
    const fault = pushFault(text, isAddress) ?? pageFault(action, text);
    return fault ? [{ ...onValue(path, 'W_LINK', ...fault), section: null }] : [];
  });

/** Click actions whose value is an address. */
const OPENS_ADDRESS = ['DEEPLINKING', 'RICH_LANDING'];
/** The name of a screen, such as com.example.shop.Main. */
const SCREEN = /[A-Z]|^(?:com|org|net|io|app|co)\./;

/** A landing page is a web page, not a screen of the app. */
function pageFault(action: string, address: string): [message: string, hint: string] | undefined {
  if (action !== 'RICH_LANDING' || !/^(?!https?:)[a-z][\w.+-]*:\/\//i.test(address)) return undefined;
  return [
    `RICH_LANDING opens a web page, but ${clip(address)} is a link into the app`,
    'write DEEPLINKING in place of RICH_LANDING, or an address that begins with https://',
  ];
}

/** A tap on a message leads somewhere if it has an action. */
export const tapsLeadSomewhere: Rule = ({ body }) =>
  mapsIn(body.campaign_content ?? null, CONTENT).flatMap(({ path, map }) =>
    ['default_click_action', 'image_click_action']
      .filter((name) => typeof map[name] === 'string' && (map[`${name}_value`] ?? '') === '')
      .map((name) => {
        const message = `${bare(map[name])} leads nowhere, because ${name}_value is missing`;
        const what = map[name] === 'NAVIGATE_TO_A_SCREEN' ? 'the name of the screen' : 'the address';
        const hint = `add ${name}_value: with ${what}, or remove ${name}`;
        return { ...onValue([...path, name], 'W_LINK', message, hint), section: null };
      }),
  );

function mapsIn(value: JsonValue, path: Path): { readonly path: Path; readonly map: JsonObject }[] {
  if (isList(value)) return value.flatMap((item, index) => mapsIn(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  const inside = Object.entries(value).flatMap(([name, member]) => mapsIn(member, [...path, name]));
  return [{ path, map: value }, ...inside];
}
