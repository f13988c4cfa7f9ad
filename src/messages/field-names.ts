import components from '../../schemas/components.schema.json' with { type: 'json' };
import type { ComponentName } from '../model/campaign.ts';
import { stepsOf } from '../model/component-leaves.ts';
import type { Lock } from '../model/held.ts';
import { isJsonObject, isList, memberOf, type JsonValue } from '../model/json.ts';
import type { PartName } from '../model/pull.ts';
import { bare } from '../model/show.ts';
import { code, listed, say, type Phrase } from './phrase.ts';

// Fields as marketers know them. The schema of campaigns names a field with `x-label`, and says with `x-words` what its values
// mean: words by value, a text with the value in place of `{}`, or `local-time`.

interface FieldWords {
  readonly label?: JsonValue | undefined;
  readonly words?: JsonValue | undefined;
}

const FIELDS = new Map<string, FieldWords>();
for (const [name, definition] of Object.entries<JsonValue>(components.$defs)) collect(definition, name);

/** By the name of a field, and also with the definition that contains it: `segmentation_details.included_filters`. */
function collect(node: JsonValue, definition: string): void {
  if (isList(node)) for (const one of node) collect(one, definition);
  if (!isJsonObject(node)) return;
  for (const [name, one] of Object.entries(isJsonObject(node.properties) ? node.properties : {})) {
    if (!isJsonObject(one)) continue;
    const { 'x-label': label, 'x-words': words } = one;
    if (label === undefined && words === undefined) continue;
    FIELDS.set(name, { label, words }).set(`${definition}.${name}`, { label, words });
  }
  for (const one of Object.values(node)) collect(one, definition);
}

/** The steps that lead to a field and tell a reader nothing; the first language and its first variation are implied. */
export const SILENT_STEPS: ReadonlySet<string> = new Set([
  ...['content', 'email', 'push', 'basic_details', 'default', 'variation_1', 'periodic_details'],
]);

const PLATFORMS: Readonly<Record<string, string>> = { android: 'Android', ios: 'iOS', web: 'Web' };

/** A field and its place, in plain words: `title (Android)`, `subject line (German, variation 2)`. */
export function fieldName(component: PartName, context: readonly string[], field: string): string {
  const place = context.map((step) => memberOf(PLATFORMS, step) ?? step.replace(/^variation_/, 'variation '));
  const whole = component === 'status' ? component : componentName(component);
  const name = field === '' ? whole : plainFieldName(field, component);
  return place.length === 0 ? name : `${name} (${place.join(', ')})`;
}

/** A field in plain words, without its place. */
export function plainFieldName(field: string, component = ''): string {
  const { label } = FIELDS.get(`${component}.${field}`) ?? FIELDS.get(field) ?? {};
  if (typeof label === 'string') return label;
  return /^[a-z]+(?:_[a-z]+)*$/.test(field) ? field.replaceAll('_', ' ') : field;
}

/** Whether the values of a field are local times, which people read with their weekday. */
export function isLocalTime(field: string): boolean {
  return FIELDS.get(field)?.words === 'local-time';
}

/** What a setting means: `ignores quiet hours (bypass_dnd)`; what has no words has its label, or its name. `shown`: the value in words. */
export function settingWords(field: string, value: JsonValue, shown: string): string {
  const { words } = FIELDS.get(field) ?? {};
  if (words === 'local-time') return `${plainFieldName(field)} ${shown}`;
  if (typeof words === 'string') return words.replace('{}', () => shown);
  const said = isJsonObject(words) ? memberOf(words, bare(value)) : undefined;
  return typeof said === 'string' ? said : `${plainFieldName(field)} ${shown}`;
}

/** Whether the schema says what the values of a field mean. */
export function hasWords(field: string): boolean {
  return FIELDS.get(field)?.words !== undefined;
}

/** `audience`, `UTM parameters`. Emails have the same components, and one that is called what it is. */
export function componentName(name: ComponentName): string {
  return plainFieldName(name, 'push_campaign');
}

/** `the audience (segmentation_details) and the UTM parameters (utm_params)` */
export function componentList(names: readonly ComponentName[]): Phrase {
  return lockList(names.map((component) => ({ component })));
}

/** `the start time (scheduling_details.start_time)` */
export function lockList(locks: readonly Lock[]): Phrase {
  return listed(
    locks.map(({ component, field }) =>
      field === undefined
        ? say`the ${componentName(component)} (${code(component)})`
        : say`the ${plainFieldName(field, component)} (${code(`${component}.${field}`)})`,
    ),
  );
}

/** A field with its component: `utm_params.utm_term`. */
export function dottedName(component: ComponentName, path: string): string {
  return [component, ...stepsOf(path)].join('.');
}
