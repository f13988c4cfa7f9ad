import { CREATIONS, windowsInForce, type LimitsInForce } from '../domain/rate-limits.ts';
import type { Window } from '../domain/rolling-windows.ts';
import { isJsonObject, isList, valueAt, without, type JsonObject, type JsonValue } from '../domain/json.ts';
import { OPERATIONS } from './operations/operations.ts';
import type { Operation } from './operations/operation.ts';
import { NO_QUIRKS, type Quirks } from '../domain/quirks/quirks.ts';
import type { ServiceOptions } from '../domain/service-options.ts';
import { bundledOpenApi } from './bundle-openapi.ts';

/** The settings that the document depends on. */
type Settings = Pick<ServiceOptions, 'limits' | 'readView' | 'control'>;

/** A path in the document and the change there. `undefined` removes the value. */
type Edit = readonly [path: readonly string[], change: (value: JsonValue) => JsonValue | undefined];

/**
 * The OpenAPI 3.1 document of a service with these settings at this address. `openapi.yaml` describes everything that a
 * service may offer. This document is reduced to what this service offers.
 */
export function openApiDocument(settings: Settings, address: string, quirks: Quirks = NO_QUIRKS): JsonObject {
  const edits: readonly Edit[] = [
    [['servers'], () => [{ url: address, description: 'This service.' }]],
    ...OPERATIONS.map((operation) => limitsEdit(operation, settings.limits)),
    ...(settings.control ? [] : [WITHOUT_CONTROL]),
    ...readViewEdits(quirks.readView ?? settings.readView),
    ...quirkEdits(quirks),
  ];
  return withoutUnused(edits.reduce<JsonObject>(edited, bundledOpenApi()));
}

function edited(object: JsonObject, [path, change]: Edit): JsonObject {
  const [name = '', ...rest] = path;
  const value = object[name];
  if (value === undefined) throw new Error(`openapi.yaml has no ${path.join('.')}`);
  if (rest.length === 0) {
    const after = change(value);
    return after === undefined ? without(object, [name]) : { ...object, [name]: after };
  }
  if (!isJsonObject(value)) throw new Error(`${name} in openapi.yaml must be an object`);
  return { ...object, [name]: edited(value, [rest, change]) };
}

const WITHOUT_CONTROL: Edit = [
  ['paths'],
  (paths) =>
    Object.fromEntries(
      Object.entries(isJsonObject(paths) ? paths : {}).filter(([path]) => !path.startsWith('/_control/')),
    ),
];

/** The other read views spell the schedule differently from how it was sent. Open point W5. */
function readViewEdits(readView: ServiceOptions['readView']): readonly Edit[] {
  if (readView === 'written') return [];
  return ['push_record', 'email_record'].map((record): Edit => [
    ['components', 'schemas', record, 'properties', 'scheduling_details'],
    () => ({ $ref: '#/components/schemas/read_schedule' }),
  ]);
}

/** The quirks that change the shape of an answer. */
function quirkEdits({ publishStatus, forbidden, detailsOnly }: Quirks): readonly Edit[] {
  const responses = (path: string): readonly string[] => ['paths', path, 'patch', 'responses'];
  const remove = (): undefined => undefined;
  const error = ['components', 'schemas', 'failure', 'properties', 'error'];
  return [
    [
      [...responses('/core-services/v1/campaigns/{campaign_id}'), publishStatus === 204 ? '200' : '204'],
      remove,
    ],
    // Updates and publishing can be refused for their scope with any quirks.
    ...(forbidden.size > 0
      ? []
      : [[[...responses('/v5/campaigns/{campaign_id}/status'), '403'], remove] as const]),
    ...(detailsOnly
      ? [
          [[...error, 'required'], except('target')] as const,
          [[...error, 'properties', 'details', 'items', 'required'], except('message')] as const,
        ]
      : []),
  ];
}

function except(name: string): Edit[1] {
  return (names) => (isList(names) ? names.filter((one) => one !== name) : names);
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

const SPAN_NAMES: ReadonlyMap<number, string> = new Map([
  [1000, 'second'],
  [60_000, 'minute'],
  [3_600_000, 'hour'],
  [86_400_000, 'day'],
]);

function inWords(windows: readonly Window[]): string {
  return windows
    .map(({ limit, spanMs }) => `${limit} per ${SPAN_NAMES.get(spanMs) ?? `${spanMs} ms`}`)
    .join(', ');
}

/** Removes the schemas and responses that are needed only with other settings. */
function withoutUnused(document: JsonObject): JsonObject {
  const used = new Set<string>();
  const open = [document.paths ?? null];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    for (const to of referencesIn(value).filter((to) => !used.has(to))) {
      used.add(to);
      open.push(valueAt(document, ...to.slice(2).split('/')) ?? null);
    }
  }
  const isUsed = (place: string): boolean => [...used].some((to) => `${to}/`.startsWith(`${place}/`));
  const kept = (section: string): Edit => [
    ['components', section],
    (all) =>
      Object.fromEntries(
        Object.entries(isJsonObject(all) ? all : {}).filter(([name]) =>
          isUsed(`#/components/${section}/${name}`),
        ),
      ),
  ];
  return [kept('schemas'), kept('responses')].reduce(edited, document);
}

function referencesIn(value: JsonValue): readonly string[] {
  if (isList(value)) return value.flatMap(referencesIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  );
}
