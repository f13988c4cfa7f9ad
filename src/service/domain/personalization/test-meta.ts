import { DRAFT_CHANNELS, type DraftChannel } from '../campaign/campaign-record.ts';
import { shown, type Detail } from '../failure.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue } from '../json.ts';
import type { UserIdentifier } from '../user.ts';
import { PLATFORMS, type Narrowing } from './content-variants.ts';

/** Who gets a test, and which part of the content. Open point W16. */
export interface TestMeta {
  readonly identifier: string;
  readonly values: readonly string[];
  readonly narrowing: Narrowing;
}

/** How a recipient is found. */
export interface Identifier {
  /** `null` for what is no user. */
  readonly by: UserIdentifier | null;
  /** Whether a message goes to a value that is no user's; it is then not personalized. */
  readonly strangers: 'reached' | 'missed';
}

/** Recipients of a test. Specification, Limits. */
const MOST_RECIPIENTS = 10;

/** A Google advertising id, with the prefix of the service's headers. Open points W16, W17 and W28. */
export const GAID = 'SVC_GAID';

/** Open point W16. An address that is no user's is reached by Specification, Test Campaign; a push id likewise. */
export const IDENTIFIERS: Readonly<Record<DraftChannel, ReadonlyMap<string, Identifier>>> = {
  PUSH: new Map([
    ['USER_ATTRIBUTE_UNIQUE_ID', { by: 'id', strangers: 'missed' }],
    ['USER_ATTRIBUTE_USER_EMAIL', { by: 'email', strangers: 'missed' }],
    ['USER_ATTRIBUTE_USER_MOBILE', { by: 'mobile', strangers: 'missed' }],
    ['PUSH_ID', { by: 'push_id', strangers: 'reached' }],
    ['ADVERTISING_IDENTIFIER', { by: 'advertising_id', strangers: 'missed' }],
    [GAID, { by: 'gaid', strangers: 'missed' }],
    ['CUSTOM_SEGMENT', { by: null, strangers: 'reached' }],
  ]),
  EMAIL: new Map([
    ['EMAIL', { by: 'email', strangers: 'reached' }],
    ['ID', { by: 'id', strangers: 'missed' }],
    ['MOBILE_NUMBER', { by: 'mobile', strangers: 'missed' }],
    ['CUSTOM_SEGMENT', { by: null, strangers: 'reached' }],
  ]),
};

export type MetaRead =
  | { readonly kind: 'read'; readonly meta: TestMeta }
  | { readonly kind: 'wrong'; readonly details: readonly [Detail, ...Detail[]] };

/** Reads `test_campaign_meta`; all its mistakes are told at once. A channel that is not known yet permits both. */
export function readTestMeta(given: JsonValue | undefined, channel: DraftChannel | null): MetaRead {
  if (!isJsonObject(given)) {
    const problem = given === undefined ? 'is required' : 'must be an object';
    return { kind: 'wrong', details: [detail('', problem)] };
  }
  const [first, ...others] = [
    ...identifierErrors(given, channel),
    ...valueErrors(given),
    ...platformErrors(given, channel),
    ...textErrors(given),
  ];
  if (first) return { kind: 'wrong', details: [first, ...others] };
  const { identifier, identifier_values, platform, locale_name, variation } = given;
  return {
    kind: 'read',
    meta: {
      identifier: textOf(identifier) ?? '',
      values: (isList(identifier_values) ? identifier_values : []).filter(isText),
      narrowing: {
        platform: textOf(platform),
        locale_name: textOf(locale_name),
        variation: textOf(variation),
      },
    },
  };
}

function identifierErrors({ identifier }: JsonObject, channel: DraftChannel | null): readonly Detail[] {
  const channels = channel === null ? DRAFT_CHANNELS : [channel];
  const known = new Set(channels.flatMap((name) => [...IDENTIFIERS[name].keys()]));
  if (isText(identifier) && known.has(identifier)) return [];
  const forChannel = channel === null ? '' : ` for ${channel}`;
  const problem = `must be one of ${[...known].join(', ')}${forChannel}, not ${shown(identifier)}`;
  return [detail('identifier', problem)];
}

function valueErrors({ identifier, identifier_values: values }: JsonObject): readonly Detail[] {
  const count = isList(values) ? values.length : 0;
  if (!isList(values) || count < 1 || count > MOST_RECIPIENTS) {
    return [detail('identifier_values', `must be a list of 1 to ${MOST_RECIPIENTS} texts`)];
  }
  const form = identifier === 'EMAIL' ? 'an e-mail address' : 'a text that is not empty';
  return values.flatMap((value, place) =>
    isText(value) && (identifier !== 'EMAIL' || /^[^\s@]+@[^\s@]+$/.test(value))
      ? []
      : [detail(`identifier_values.${place}`, `must be ${form}, not ${shown(value)}`)],
  );
}

function platformErrors({ platform }: JsonObject, channel: DraftChannel | null): readonly Detail[] {
  if (platform === undefined) return [];
  if (channel === 'EMAIL') return [detail('platform', 'is for PUSH: an e-mail has no platforms')];
  if (PLATFORMS.some((name) => name === platform)) return [];
  return [detail('platform', `must be one of ${PLATFORMS.join(', ')}, not ${shown(platform)}`)];
}

function textErrors(given: JsonObject): readonly Detail[] {
  return ['locale_name', 'variation']
    .filter((field) => given[field] !== undefined && !isText(given[field]))
    .map((field) => detail(field, `must be a text that is not empty, not ${shown(given[field])}`));
}

function detail(field: string, problem: string): Detail {
  const target = field === '' ? 'test_campaign_meta' : `test_campaign_meta.${field}`;
  return { target, message: `${target} ${problem}` };
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

function textOf(value: JsonValue | undefined): string | null {
  return isText(value) ? value : null;
}
