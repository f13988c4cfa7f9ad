import { isJsonObject } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import { clip } from '../../model/show.ts';
import { onKey } from '../problem.ts';
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

/** A letter is missing, doubled or in the wrong order. Another letter makes another word: utm_team isn't utm_term. */
export function isTypo(own: string, name: string): boolean {
  const letters = (text: string) => Array.from(text).sort().join('');
  return nearest(own, [name], 1) === name && (own.length !== name.length || letters(own) === letters(name));
}
