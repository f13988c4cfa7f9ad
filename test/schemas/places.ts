import { isMap, type Json, type JsonMap } from './schemas.ts';

// How the specification's tables are written down, and where a path of theirs leads in a campaign.

type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';

/** What a place in a campaign may contain. */
export interface Place {
  /** Empty: the specification gives no type, for the reason in `untyped`. */
  readonly types: readonly JsonType[];
  readonly untyped?: string;
  /** All values, where the list of them is closed. */
  readonly values?: readonly Json[];
  /** The values count in any case. */
  readonly anyCase?: boolean;
  readonly members?: Members;
  readonly item?: Place;
  /** Members that are there only while a member of this name has a certain value. */
  readonly kinds?: { readonly by: string; readonly of: Readonly<Record<string, Place>> };
}

export type Members = Readonly<Record<string, Place>>;

export const text: Place = { types: ['string'] };
export const whole: Place = { types: ['integer'] };
export const flag: Place = { types: ['boolean'] };
/** Members of one kind. */
export const texts = (...names: readonly string[]): Members => ofKind(text, names);
export const flags = (...names: readonly string[]): Members => ofKind(flag, names);
export const wholes = (...names: readonly string[]): Members => ofKind(whole, names);
export const anything = (untyped: string): Place => ({ types: [], untyped });
export const list = (item: Place): Place => ({ types: ['array'], item });
export const map = (members: Members, kinds?: Place['kinds']): Place => ({
  types: ['object'],
  members,
  ...(kinds && { kinds }),
});
export const oneOf = (...values: readonly (string | number)[]): Place => ({
  types: [typeof values[0] === 'number' ? 'number' : 'string'],
  values,
});

function ofKind(place: Place, names: readonly string[]): Members {
  return Object.fromEntries(names.map((name) => [name, place]));
}

/** One row of a table: a place by its path from the campaign. */
export interface Field extends Place {
  readonly channel: 'PUSH' | 'EMAIL';
  /**
   * Steps joined by dots. `[]` follows a step into the items of its list, `{a=b}` goes on only where the member `a`
   * is `b`, and `<name>` stands for any of the NAMES.
   */
  readonly path: string;
}

/** Names that a campaign chooses itself. */
const NAMES: Readonly<Record<string, RegExp>> = {
  '<locale>': /^(?!push$|email$)/,
  '<variation>': /^variation_[1-9]\d*$/,
  '<own>': /^utm_(?!(source|medium|campaign|term|content)$)./,
};

/** The rows of a table, each with its path. */
export function fieldsOf(channel: Field['channel'], members: Members, above = ''): Field[] {
  return Object.entries(members).flatMap(([name, place]) => {
    const path = above === '' ? name : `${above}.${name}`;
    return [{ channel, path, ...place }, ...fieldsWithin(channel, place, path)];
  });
}

function fieldsWithin(channel: Field['channel'], { members, item, kinds }: Place, path: string): Field[] {
  const of = Object.entries(kinds?.of ?? {});
  return [
    ...fieldsOf(channel, members ?? {}, path),
    ...of.flatMap(([kind, own]) => fieldsWithin(channel, own, `${path}{${kinds?.by ?? ''}=${kind}}`)),
    // A list of scalars is a row of its own: its items have a type and values.
    ...(item ? [{ channel, path: `${path}[]`, ...item }, ...fieldsWithin(channel, item, `${path}[]`)] : []),
  ];
}

export type Steps = readonly (string | number)[];

export interface Found {
  readonly at: Steps;
  readonly value: Json;
}

/** Every place of a campaign to which a path leads. */
export function follow(campaign: Json, path: string): Found[] {
  return path
    .split('.')
    .reduce<Found[]>((found, step) => found.flatMap((one) => take(one, step)), [{ at: [], value: campaign }]);
}

function take({ at, value }: Found, step: string): Found[] {
  const [, name = '', rest = ''] = /^([^[{]+)(.*)$/.exec(step) ?? [];
  if (!isMap(value)) return [];
  const members = Object.entries(value).filter(([key]) => isNamed(key, name));
  const start = members.map(([key, member]): Found => ({ at: [...at, key], value: member }));
  return (rest.match(/\[\]|\{[^}]+\}/g) ?? []).reduce((found, filter) => found.flatMap(only(filter)), start);
}

function only(filter: string): (found: Found) => Found[] {
  return (found) => {
    const { at, value } = found;
    if (filter === '[]') {
      return Array.isArray(value) ? value.map((item, index) => ({ at: [...at, index], value: item })) : [];
    }
    const [by = '', kind = ''] = filter.slice(1, -1).split('=');
    return isMap(value) && value[by] === kind ? [found] : [];
  };
}

function isNamed(key: string, name: string): boolean {
  return NAMES[name]?.test(key) ?? key === name;
}

/** Whether a place of the schema, as a path of plain names, is one that a path of the tables leads to. */
export function isSamePlace(plain: string, path: string): boolean {
  const [theirs, ours] = [stepsOf(plain), stepsOf(path)];
  return (
    theirs.length === ours.length &&
    ours.every(([name = '', depth = ''], index) => {
      const [key = '', itsDepth = ''] = theirs[index] ?? [];
      return depth === itsDepth && (name === key || isNamed(key, name));
    })
  );
}

/** Each place is compared with each path. */
const known = new Map<string, readonly string[][]>();

/** The steps of a path, each as a name and its lists, without filters. */
function stepsOf(path: string): readonly string[][] {
  const names = path.replaceAll(/\{[^}]+\}/g, '').split('.');
  const steps = known.get(path) ?? names.map((step) => (/^([^[]*)(.*)$/.exec(step) ?? []).slice(1));
  known.set(path, steps);
  return steps;
}

/** A copy with another value at a place. */
export function withValue(value: Json, [step, ...rest]: Steps, replacement: Json): Json {
  if (step === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === step ? withValue(item, rest, replacement) : item));
  }
  const own: JsonMap = isMap(value) ? value : {};
  const { [String(step)]: member = null } = own;
  return { ...own, [step]: withValue(member, rest, replacement) };
}
