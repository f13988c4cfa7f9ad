import { isScalar, type Pair, type Scalar, type YAMLMap } from 'yaml';
import { clip } from '../../model/show.ts';
import { isFieldName } from '../schema/field-names.ts';
import { putInQuotes } from './quoted.ts';
import { colonOf } from './text-places.ts';

// `{ message: Hi, today only }`: in braces, a comma ends a text without quotes, and the rest is a name without a value.

interface CutText {
  readonly node: Scalar;
  readonly words: readonly [message: string, hint: string];
}

/** Values that aren't prose: what follows one is unlikely to be the rest of it. */
const NO_TEXT = /^(?:\d{4}-\d\d-|[A-Z]+_[A-Z_]+$)/;

/** The text before a name without a value, if that name is the rest of the text. Several such names in a row are reported together. */
export function textCutBefore(map: YAMLMap, pair: Pair, text: string): CutText | undefined {
  const at = map.items.indexOf(pair);
  const before = map.items[at - 1];
  if (map.flow !== true || !before || !isRest(pair) || !isScalar(before.value) || !isScalar(before.key))
    return undefined;
  const { value, key } = before;
  if (value.type !== 'PLAIN' || typeof value.value !== 'string' || NO_TEXT.test(value.value))
    return undefined;
  const name = String(key.value);
  const others = map.items.slice(at);
  const end = others.findIndex((one) => !isRest(one));
  const last = (end === -1 ? others : others.slice(0, end)).at(-1);
  const [from = 0, to = from] = [value.range?.[0], isScalar(last?.key) ? last.key.range?.[1] : undefined];
  const whole = text.slice(from, to).replace(/\s+/g, ' ');
  if (name.startsWith('$')) return undefined;
  const quoted = putInQuotes(whole);
  // The values of a filter, tags and platforms.
  const hint = /^value1?$|s$/.test(name)
    ? `for several values, write [${clip(whole)}]; otherwise, ${quoted}`
    : quoted;
  return { node: value, words: [`the text ends before the comma: ${clip(value.value)}`, hint] };
}

/** A name without a colon that doesn't begin with the name of a field: that would be a field that lacks its colon. */
function isRest(pair: Pair): boolean {
  const { key, value } = pair;
  if (!isScalar(key) || key.type !== 'PLAIN' || typeof key.value !== 'string') return false;
  const isAlone = value === null || (isScalar(value) && value.source === '' && !value.anchor);
  return isAlone && colonOf(pair) === undefined && !isFieldName(key.value.split(/[\s:=]/)[0] ?? '');
}
