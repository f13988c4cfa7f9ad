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

/** What an operator means, before its values. */
export function operatorWords({ operator: name, value }: JsonObject): string {
  const operator = text(name);
  const isAlone = !isList(value) || value.length === 1;
  return (isAlone ? memberOf(OF_ONE, operator) : undefined) ?? memberOf(OPERATORS, operator) ?? operator;
}

/** The opposite of such words; undefined if only `not (…)` says it. */
export function negated(words: string): string | undefined {
  return /^(?:is|was)\b/.test(words) ? words.replace(/^\w+/, '$& not') : undefined;
}

/** A text or number as it is; a question mark for anything else. */
export function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '?';
}
