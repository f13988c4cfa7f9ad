import { isJsonObject } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import { clip, show } from '../../model/show.ts';
import { onKey, onValue } from '../problem.ts';
import type { Rule } from './rule.ts';

/** Standard parameters that a campaign may leave out; the schema requires the others. */
const OPTIONAL = ['utm_campaign', 'utm_term', 'utm_content'];

/** Parameters of one's own may have any name that begins with utm_, so that a misspelled standard one is accepted. */
export const utmNamesAreSpelled: Rule = ({ body: { utm_params: params } }) => {
  if (!isJsonObject(params)) return [];
  const absent = OPTIONAL.filter((name) => !Object.hasOwn(params, name));
  return Object.keys(params).flatMap((own) => {
    const meant = absent.find((name) => name !== own && isTypo(own, name));
    if (meant === undefined || !own.startsWith('utm_')) return [];
    const message = `${clip(own)} looks like ${meant}, but counts as a parameter of your own`;
    return [onKey(['utm_params', own], 'W_UNKNOWN_FIELD', message, `did you mean ${meant}?`)];
  });
};

/** `[[campaign]]`, `{{campaign_name}}`, `TODO`: nothing fills these in here. An attribute of the user may be filled in. */
const PLACEHOLDER =
  /\[\[[^[\]]{1,99}\]\]|\{\{(?!-?\s*(?:user|event|\w*Attribute)\b)[^{}]{0,99}\}\}|%%\w{1,99}%%|\*\|\w{1,99}\|\*|^\s*(?:\[[^[\]]*\]|\{\w+\}|<[^<>]*>|todo|tbd|x{3,})\s*$/i;

/** A value that was to be filled in, or was copied from an address. */
export const utmValuesAreReal: Rule = ({ body: { utm_params: params } }) => {
  if (!isJsonObject(params)) return [];
  return Object.entries(params).flatMap(([name, value]) => {
    if (typeof value !== 'string') return [];
    const [placeholder] = PLACEHOLDER.exec(value) ?? [];
    if (placeholder !== undefined) {
      const message = `${clip(placeholder.trim())} would be sent literally`;
      const hint = 'write the value itself, such as spring-sale';
      return [onValue(['utm_params', name], 'W_PLACEHOLDER', message, hint)];
    }
    if (/\{[{%]/.test(value)) return [];
    const address = /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(value)?.[1];
    if (address === undefined && !/%2[0-9a-f]/i.test(value)) return [];
    const what = address === undefined ? 'is written as in an address, with a % code' : 'is an address';
    const hint = `write ${clip(address ?? value.replace(/(?:%2[0-9a-f])+/gi, '-'))}`;
    return [onValue(['utm_params', name], 'W_UTM', `${show(value)} ${what}`, hint)];
  });
};

/** A value belongs to one parameter: `?newsletter&x=1` was copied from an address. */
export const utmValuesAreBare: Rule = ({ body: { utm_params: params } }) => {
  if (!isJsonObject(params)) return [];
  return Object.entries(params).flatMap(([name, value]) => {
    if (typeof value !== 'string' || /\{[{%]/.test(value)) return [];
    const trimmed = value.replace(/^[ \t]+|[ \t]+$/g, '');
    const bare = valueOnly(name, trimmed);
    if (bare === value) return [];
    const what = bare === trimmed ? 'begins or ends with a space' : `is more than the value of ${clip(name)}`;
    const hint = bare === '' ? 'write only the value' : `write ${show(bare)}`;
    return [onValue(['utm_params', name], 'W_UTM', `${show(value)} ${what}`, hint)];
  });
};

/** Without what surrounds a value in an address. */
function valueOnly(name: string, value: string): string {
  const begun = value.replace(/^[?&]+/, '');
  const own = begun.startsWith(`${name}=`) ? begun.slice(name.length + 1) : begun;
  return own.replace(/[?&][\w-]+=.*$/s, '');
}

/** A letter is missing, doubled or in the wrong order. Another letter makes another word: utm_team isn't utm_term. */
export function isTypo(own: string, name: string): boolean {
  const letters = (text: string) => Array.from(text).sort().join('');
  return nearest(own, [name], 1) === name && (own.length !== name.length || letters(own) === letters(name));
}
