import { isJsonObject, type JsonObject } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import type { Found, Rule } from '../check.ts';

/** Standard parameters that a campaign may leave out; the schema requires the others. */
const OPTIONAL = ['utm_campaign', 'utm_term', 'utm_content'];

/** Parameters of one's own may have any name that begins with utm_, so that a misspelled standard one is accepted. */
export const utmNamesAreSpelled: Rule = {
  code: 'UNKNOWN_FIELD',
  check: ({ body: { utm_params: params } }) => {
    if (!isJsonObject(params)) return [];
    const absent = OPTIONAL.filter((name) => !Object.hasOwn(params, name));
    return Object.keys(params).flatMap((name): Found<'UNKNOWN_FIELD'>[] => {
      const near = absent.find((one) => one !== name && isTypo(name, one));
      if (near === undefined || !name.startsWith('utm_')) return [];
      const params = { why: 'unknown', name, of: 'utm_params', near } as const;
      return [{ path: ['utm_params', name], on: 'key', params }];
    });
  },
};

/** `[[campaign]]`, `{{campaign_name}}`, `TODO`: nothing fills these in here. An attribute of the user may be filled in. */
const PLACEHOLDER =
  /\[\[[^[\]]{1,99}\]\]|\{\{(?!-?\s*(?:user|event|\w*Attribute)\b)[^{}]{0,99}\}\}|%%\w{1,99}%%|\*\|\w{1,99}\|\*|^\s*(?:\[[^[\]]*\]|\{\w+\}|<[^<>]*>|todo|tbd|x{3,})\s*$/i;

export const utmValuesAreReal: Rule = {
  code: 'PLACEHOLDER',
  check: ({ body }) =>
    valuesOf(body).flatMap(({ path, value }) => {
      const [seen] = PLACEHOLDER.exec(value) ?? [];
      return seen === undefined ? [] : [{ path, params: { why: 'literal', seen: seen.trim() } }];
    }),
};

/** A value belongs to one parameter: `?newsletter&x=1` was copied from an address, and so was `spring%20sale`. */
export const utmValuesAreBare: Rule = {
  code: 'UTM',
  check: ({ body }) =>
    valuesOf(body).flatMap(({ path, value }) => {
      if (/\{[{%]/.test(value) || PLACEHOLDER.test(value)) return [];
      const [, host] = /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(value) ?? [];
      const put = host ?? valueOnly(String(path[1]), value).replace(/(?:%2[0-9a-f])+/gi, '-');
      return put === value ? [] : [{ path, params: { why: 'value', seen: value, put } }];
    }),
};

function valuesOf({ utm_params: params }: JsonObject) {
  return Object.entries(isJsonObject(params) ? params : {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ path: ['utm_params', name], value }] : [],
  );
}

/** Without what surrounds a value in an address. */
function valueOnly(name: string, value: string): string {
  const begun = value.replace(/^[ \t]+|[ \t]+$/g, '').replace(/^[?&]+/, '');
  const own = begun.startsWith(`${name}=`) ? begun.slice(name.length + 1) : begun;
  return own.replace(/[?&][\w-]+=.*$/s, '');
}

/** A letter is missing, doubled or in the wrong order. Another letter makes another word: utm_team isn't utm_term. */
function isTypo(own: string, name: string): boolean {
  const letters = (text: string) => Array.from(text).sort().join('');
  return nearest(own, [name], 1) === name && (own.length !== name.length || letters(own) === letters(name));
}
