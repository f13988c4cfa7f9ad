// Names that other programs have for values of campaign files.

/** Names of values elsewhere, by field. */
export const OTHER_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  data_type: {
    text: 'string',
    number: 'double',
    integer: 'double',
    int: 'double',
    float: 'double',
    boolean: 'bool',
    date: 'datetime',
  },
  filter_type: {
    segment: 'custom_segments',
    segments: 'custom_segments',
    attribute: 'user_attributes',
    attributes: 'user_attributes',
    user_property: 'user_attributes',
    event: 'actions',
    events: 'actions',
  },
  content_type: { marketing: 'promotional', commercial: 'promotional', newsletter: 'promotional' },
};

/** Names of operators elsewhere, and the operators that mean the same here. */
export const EQUALS = ['is', 'on'];
export const UNEQUAL = [
  '!=',
  '!==',
  '<>',
  'ne',
  'neq',
  'not equals',
  'not_equals',
  'notequals',
  'not equal',
  'not_equal',
];
export const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  equals: EQUALS,
  equal: EQUALS,
  eq: EQUALS,
  '=': EQUALS,
  '==': EQUALS,
  '>': ['greaterThan', 'after'],
  gt: ['greaterThan', 'after'],
  '<': ['lessThan', 'before'],
  lt: ['lessThan', 'before'],
};

/** Names of the operators of groups elsewhere, and what to write here. */
export const GROUP_OPERATORS: Readonly<Record<string, string>> = {
  '&&': 'write "and"',
  all: 'write "and"',
  '||': 'write "or"',
  any: 'write "or"',
  not: 'allowed: and, or; to negate a filter, write negate: true in it',
};
