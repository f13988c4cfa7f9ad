import { PUSH } from '../test/support/load/marked.ts';

// Campaign files that take as long to read as possible, as large as the limits allow: just below 1 MiB, or just below
// the number of lexemes at which reading stops; or far above, so that reading must stop early.

const MEBIBYTE = 1024 * 1024;

const parts = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join('');
const details = (fields: string) => PUSH.replace('{ name: A push }', () => `{ name: A push, ${fields} }`);
const filters = (count: number, filter: string) =>
  `${PUSH}segmentation_details: { included_filters: { filter_operator: and, filters: [${`${filter},`.repeat(count)}] } }\n`;
const schedule = (fields: string) => `${PUSH}scheduling_details: { ${fields} }\n`;
const bounds = (count: number, bound: string) =>
  schedule(
    `delivery_type: ASAP, timezone: Europe/Berlin, geo_fence_timelimit: { notification_schedule: LIMITED_TIME, timebounds: [${`${bound},`.repeat(count)}] }`,
  );
const message = (text: string) => `${PUSH}utm_params:\n  utm_source: a\n  utm_medium: |\n    ${text}\n`;

/** The texts by name, created when they are requested. */
export const HOSTILE_TEXTS: Readonly<Record<string, () => string>> = {
  'a small campaign': () => PUSH,
  'exactly 1 MiB': () => `${PUSH}#${'x'.repeat(MEBIBYTE - PUSH.length - 1)}`,
  'a billion laughs': () =>
    `k: &a0 [x, x, x, x, x, x, x, x, x, x]\n${parts(9, (index) => `k${index}: &a${index + 1} [${`*a${index}, `.repeat(10)}]\n`)}${PUSH}`,
  'aliases of one anchor': () => details(`tags: [&a x${',*a'.repeat(16_000)}]`),
  'aliases of one map': () => details(`tags: [&a {}${',*a'.repeat(16_000)}]`),
  'many anchors': () => details(`tags: [${parts(6_500, (index) => `&a${index} x,*a${index},`)}]`),
  'a tower of aliases': () =>
    parts(150, (index) => `k${index}: &a${index} ${'['.repeat(150)}${index === 0 ? 'x' : `*a${index - 1}`}${']'.repeat(150)}\n`) + PUSH,
  '100,000 aliases': () => details(`tags: [&a x${',*a'.repeat(100_000)}]`),
  'brackets never closed': () => `a: ${'['.repeat(49_990)}`,
  'brackets closed': () => `a: ${'['.repeat(24_990)}${']'.repeat(24_990)}`,
  '1 MiB of brackets': () => '['.repeat(MEBIBYTE),
  'closing brackets': () => `a: 1\n${'}'.repeat(49_990)}`,
  'maps in maps': () => `a: ${'{a: '.repeat(9_900)}`,
  '- - -': () => '- '.repeat(24_900),
  '? ? ?': () => '? '.repeat(24_900),
  '? ? ? in a list': () => `a: [${'? '.repeat(24_900)}]\n`,
  'commas': () => `a: [${','.repeat(49_900)}]\n`,
  '1,400 levels of indentation': () => parts(1_400, (index) => `${' '.repeat(index)}a:\n`),
  'the same key': () => PUSH + 'a: 1\n'.repeat(7_000),
  'missing keys': () => ':\n'.repeat(12_000),
  'documents': () => '---\n'.repeat(24_000),
  'directives': () => `${'%FOO bar\n'.repeat(24_000)}---\n${PUSH}`,
  'comments': () => PUSH + '  # x\n'.repeat(16_000),
  'blank lines in a text': () => message('\n'.repeat(49_000)),
  'a plain text of 250,000 lines': () => `a: b\n${'  b\n'.repeat(250_000)}`,
  'a quoted text of 250,000 lines': () => `a: "${'\n  b'.repeat(250_000)}"\n`,
  'escapes': () => `a: "${'\\"'.repeat(500_000)}"\n`,
  'quotes in braces': () => message(`${"{{'}}'".repeat(170_000)}"`),
  'braces in braces': () => message('{{ '.repeat(340_000)),
  'closing braces': () => message('}}'.repeat(250_000) + '{ '.repeat(250_000)),
  'apostrophes in braces': () => message(`{{ ${"'".repeat(1_000_000)}`),
  'braces in many texts': () => details(`tags: [${'"{{",'.repeat(24_000)}]`),
  'a key of 1 MB': () => `${'k'.repeat(1_000_000)}: 1\n`,
  'a number of 1 MB': () => `${PUSH}status: ${'9'.repeat(1_000_000)}\n`,
  'unknown keys': () => PUSH + parts(7_000, (index) => `${'a'.repeat(60)}${index}: 1\n`),
  'unknown fields': () => `${PUSH}delivery_controls:\n${parts(6_000, (index) => ` ${'a'.repeat(60)}${index}: 1\n`)}`,
  'unknown fields, deep': () =>
    `${PUSH}campaign_content: { content: { push: { android: { template_type: BASIC, basic_details: { ${parts(7_000, (index) => `f${index}: 1,`)} } } } } }\n`,
  'parameters of other names': () => `${PUSH}utm_params:\n${parts(6_000, (index) => ` f${index}: a\n`)}`,
  'empty locales': () => `${PUSH}campaign_content:\n content:\n${parts(6_000, (index) => `  l${index}: {}\n`)}`,
  'locales without variations': () =>
    `${PUSH}campaign_content:\n variation_details: { distribution_type: MANUAL, no_of_variations: 2, manual_distribution_percentage: { variation_1: 50, variation_2: 50 } }\n locales: [${parts(1_700, (index) => `l${index},`)}]\n content:\n  default: { variation_1: { push: {} } }\n${parts(1_700, (index) => `  l${index}: { variation_1: { push: {} } }\n`)}`,
  'empty filters': () => filters(15_000, '{}'),
  'filters of no type': () => filters(4_700, '{a: 1}'),
  'filters of an unknown type': () => filters(5_400, '{filter_type: a}'),
  'filters without a name': () => filters(5_400, '{filter_type: user_attributes}'),
  'filters in filters': () => `${PUSH}segmentation_details: { included_filters: ${'{ filter_operator: and, filters: ['.repeat(95)}${']}'.repeat(95)} }\n`,
  'geofences': () => details(`geofences: [${parts(5_400, (index) => `{name: n${index}},`)}]`),
  'time bounds': () => bounds(3_000, '{start_time: 2031-05-03T10:00:00,end_time: 2031-05-03T19:00:00}'),
  'time bounds that run backward': () => bounds(3_000, '{start_time: 2031-05-03T10:00:00,end_time: 2031-05-02T19:00:00}'),
  'maps for texts': () => details(`platforms: [${'{},'.repeat(16_500)}]`),
  'maps for days': () => schedule(`periodic_details: { repeat_on_days_of_week: [${'{},'.repeat(16_500)}] }`),
  'numbers for texts': () => details(`tags: [${'1,'.repeat(16_500)}]`),
  'variables that are not there': () => details(`tags: [${'{$var: nothing},'.repeat(5_400)}]`),
  'references to one file': () => details(`tags: [${'{$file: ./body.html},'.repeat(5_400)}]`),
  'workspaces that are not there': () => `workspaces: [${parts(16_000, (index) => `w${index},`)}]\n${PUSH}`,
  'overrides that are not there': () => `${PUSH}overrides:\n${parts(5_900, (index) => ` w${index}: {}\n`)}`,
}; // prettier-ignore
