// What is said about a group of filters that isn't one, or lacks its operator. Which operator was meant can't be known
// for those who get a message. For those who don't, `and` would be the dangerous one: people in one of two excluded
// segments would get the message.

/** Fields that hold a group of filters. */
const GROUPS = ['included_filters', 'excluded_filters', 'secondary_included_filters', 'attributes'];

export function isGroup(field: string): boolean {
  return GROUPS.includes(field);
}

const OF_INCLUDED = 'filter_operator: and (every filter must match) or filter_operator: or (one is enough)';
const OF_EXCLUDED = 'filter_operator: or (users who match any of the filters are excluded)';

function isExcluding(field: string): boolean {
  return field === 'excluded_filters';
}

export function listHint(field: string): string {
  return `write ${isExcluding(field) ? OF_EXCLUDED : OF_INCLUDED}, then filters: with this list below it`;
}

/** For one filter in place of a group: the operator makes no difference to it. */
export function singleHint(field: string): string {
  const operator = isExcluding(field) ? 'or' : 'and';
  return `write { filter_operator: ${operator}, filters: [ … ] }, with the filter in the list`;
}

export function operatorMissingHint(field: string): string {
  return isExcluding(field)
    ? `add ${OF_EXCLUDED}, or filter_operator: and (only those who match every filter)`
    : `add ${OF_INCLUDED}`;
}
