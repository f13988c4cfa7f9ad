import { isList, memberOf, type JsonObject } from '../../model/json.ts';

const OPERATORS: Readonly<Record<string, string>> = {
  is: 'is',
  in: 'is one of',
  exists: 'exists',
  between: 'is between',
  lessThan: 'is less than',
  greaterThan: 'is greater than',
  containsInTheFollowing: 'contains one of',
  startWithInTheFollowing: 'starts with one of',
  endsWithInTheFollowing: 'ends with one of',
  inTheLast: 'was in the last',
  inTheNext: 'is in the next',
  today: 'is today',
  on: 'is on',
  before: 'is before',
  after: 'is after',
};

/** With a single value. */
const OF_ONE: Readonly<Record<string, string>> = {
  in: 'is',
  containsInTheFollowing: 'contains',
  startWithInTheFollowing: 'starts with',
  endsWithInTheFollowing: 'ends with',
};

/** The words of these operators with `negate: true`. */
const NEGATED: Readonly<Record<string, string>> = {
  is: 'is not',
  'is one of': 'is none of',
  exists: "doesn't exist",
  'is between': 'is not between',
  'is less than': 'is not less than',
  'is greater than': 'is not greater than',
  contains: "doesn't contain",
  'contains one of': 'contains none of',
  'starts with': "doesn't start with",
  'starts with one of': 'starts with none of',
  'ends with': "doesn't end with",
  'ends with one of': 'ends with none of',
  'was in the last': 'was not in the last',
  'is in the next': 'is not in the next',
  'is today': 'is not today',
  'is on': 'is not on',
  'is before': 'is not before',
  'is after': 'is not after',
};

/** What an operator means, before its values. */
export function operatorWords({ operator: name, value }: JsonObject): string {
  const operator = text(name);
  const isAlone = !isList(value) || value.length === 1;
  return (isAlone ? memberOf(OF_ONE, operator) : undefined) ?? memberOf(OPERATORS, operator) ?? operator;
}

/** The opposite of such words; undefined if they have none. */
export function negated(words: string): string | undefined {
  return memberOf(NEGATED, words);
}

/** A text or number as it is; a question mark for anything else. */
export function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '?';
}
