import { isList, objectAt, without, type JsonObject, type JsonValue } from '../domain/json.ts';
import { NO_QUIRKS, type Quirks } from '../domain/quirks/quirks.ts';
import { CREATIONS, windowsInForce, type LimitsInForce, type Window } from '../domain/rate-limits.ts';
import type { ServiceOptions } from '../domain/service-options.ts';
import type { Operation } from './operations/operation.ts';
import { OPERATIONS } from './operations/operations.ts';
import { bundledOpenApi } from './request-validators.ts';

/** A path in the document and the change there. `undefined` removes the value. */
type Edit = readonly [path: readonly string[], change: (value: JsonValue) => JsonValue | undefined];

/**
 * The OpenAPI 3.1 document of a service with these settings at this address. `openapi.yaml` describes everything that a
 * service may offer. This document is reduced to what this service offers.
 */
export function openApiDocument(
  { limits, control }: Pick<ServiceOptions, 'limits' | 'control'>,
  address: string,
  quirks: Quirks = NO_QUIRKS,
): JsonObject {
  const edits: readonly Edit[] = [
    [['servers'], () => [{ url: address, description: 'This service.' }]],
    ...OPERATIONS.map((operation) => limitsEdit(operation, limits)),
    [['paths'], (paths) => only(paths, (path) => control || !path.startsWith('/_control/'))],
    ...quirkEdits(quirks),
  ];
  return withoutUnused(edits.reduce<JsonObject>(edited, bundledOpenApi()));
}

function edited(object: JsonObject, [path, change]: Edit): JsonObject {
  const [name = '', ...rest] = path;
  const value = object[name];
  if (value === undefined) throw new Error(`openapi.yaml has no ${path.join('.')}`);
  if (rest.length > 0) return { ...object, [name]: edited(objectAt(value), [rest, change]) };
  const after = change(value);
  return after === undefined ? without(object, [name]) : { ...object, [name]: after };
}

function only(members: JsonValue, isKept: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(objectAt(members)).filter(([name]) => isKept(name)));
}

/** The quirks that change the shape of an answer. */
function quirkEdits(quirks: Quirks): readonly Edit[] {
  const remove = (): undefined => undefined;
  const except =
    (name: string): Edit[1] =>
    (names) =>
      isList(names) ? names.filter((one) => one !== name) : names;
  const respelled =
    quirks.has('normalized') || quirks.has('documented') ? ['push_record', 'email_record'] : [];
  const publishing = ['paths', '/core-services/v1/campaigns/{campaign_id}', 'patch', 'responses'];
  const status = ['paths', '/v5/campaigns/{campaign_id}/status', 'patch', 'responses'];
  const error = ['components', 'schemas', 'failure', 'properties', 'error'];
  return [
    ...respelled.map((record): Edit => [
      ['components', 'schemas', record, 'properties', 'scheduling_details'],
      () => ({ $ref: '#/components/schemas/read_schedule' }),
    ]),
    [[...publishing, quirks.has('publish-200') ? '204' : '200'], remove],
    // Updates and publishing can be refused for their scope with any quirks.
    ...(quirks.has('forbidden') ? [] : [[[...status, '403'], remove] as const]),
    ...(quirks.has('details-only')
      ? [
          [[...error, 'required'], except('target')] as const,
          [[...error, 'properties', 'details', 'items', 'required'], except('message')] as const,
        ]
      : []),
  ];
}

/** Adds the limits that are in force to an operation's description. Specification, Limits; open points W25, W27. */
function limitsEdit({ name, path, method, limits: real }: Operation, limits: LimitsInForce): Edit {
  const calls = inWords(windowsInForce(limits, name, real));
  const creations = name === 'create' ? inWords(windowsInForce(limits, 'creations', CREATIONS)) : '';
  const sentences = [
    calls === '' ? 'There is no limit on calls.' : `Calls: at most ${calls}.`,
    ...(creations === '' ? [] : [`Creations that succeed: at most ${creations}.`]),
  ];
  return [
    ['paths', path, method.toLowerCase(), 'description'],
    (text) => [typeof text === 'string' ? text : '', ...sentences].join(' '),
  ];
}

const SPAN_NAMES: Readonly<Record<number, string>> = {
  1000: 'second',
  60_000: 'minute',
  3_600_000: 'hour',
  86_400_000: 'day',
};

function inWords(windows: readonly Window[]): string {
  return windows
    .map(({ limit, spanMs }) => `${limit} per ${SPAN_NAMES[spanMs] ?? `${spanMs} ms`}`)
    .join(', ');
}

/** Removes the schemas and responses that are needed only with other settings. */
function withoutUnused(document: JsonObject): JsonObject {
  const components = objectAt(document, 'components');
  const used = new Set<string>();
  const open: JsonValue[] = [document.paths ?? null];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    for (const [, section = '', name = ''] of JSON.stringify(value).matchAll(
      /"#\/components\/(\w+)\/([^"/]+)/g,
    )) {
      if (used.has(`${section} ${name}`)) continue;
      used.add(`${section} ${name}`);
      open.push(objectAt(components, section)[name] ?? null);
    }
  }
  const kept = (section: string): Edit => [
    ['components', section],
    (all) => only(all, (name) => used.has(`${section} ${name}`)),
  ];
  return [kept('schemas'), kept('responses')].reduce(edited, document);
}
