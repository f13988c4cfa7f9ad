import { isMailAddress } from '../campaign/campaign-body.ts';
import { DRAFT_CHANNELS, type DraftChannel } from '../campaign/campaign-record.ts';
import { detail, shown, type Detail } from '../failure.ts';
import { isList, listAt, textAt, type JsonObject } from '../json.ts';
import type { UserIdentifier } from '../user.ts';
import type { VariantFilter } from './content-variants.ts';

/** The recipients of a test and the selected part of the content. Open point W16. */
export interface TestMeta {
  readonly identifier: string;
  readonly values: readonly string[];
  readonly filter: VariantFilter;
}

/** How a recipient is found. */
export interface Identifier {
  /** `null` for a recipient that isn't a user. */
  readonly by: UserIdentifier | null;
  /** Whether a value without a matching user still gets a message, which is then not personalized. */
  readonly reachesUnknown: boolean;
}

/** A Google advertising id, with the prefix of the service's headers. Open points W16, W17 and W28. */
export const GAID = 'SVC_GAID';

/** Open point W16. By Specification, Test Campaign, an unknown email address gets a message; so does a push ID. */
export const IDENTIFIERS: Readonly<Record<DraftChannel, ReadonlyMap<string, Identifier>>> = {
  PUSH: new Map([
    ['USER_ATTRIBUTE_UNIQUE_ID', { by: 'id', reachesUnknown: false }],
    ['USER_ATTRIBUTE_USER_EMAIL', { by: 'email', reachesUnknown: false }],
    ['USER_ATTRIBUTE_USER_MOBILE', { by: 'mobile', reachesUnknown: false }],
    ['PUSH_ID', { by: 'push_id', reachesUnknown: true }],
    ['ADVERTISING_IDENTIFIER', { by: 'advertising_id', reachesUnknown: false }],
    [GAID, { by: 'gaid', reachesUnknown: false }],
    ['CUSTOM_SEGMENT', { by: null, reachesUnknown: true }],
  ]),
  EMAIL: new Map([
    ['EMAIL', { by: 'email', reachesUnknown: true }],
    ['ID', { by: 'id', reachesUnknown: false }],
    ['MOBILE_NUMBER', { by: 'mobile', reachesUnknown: false }],
    ['CUSTOM_SEGMENT', { by: null, reachesUnknown: true }],
  ]),
};

/**
 * The errors in `test_campaign_meta` that its schema can't find. If the channel isn't known yet, the identifiers of both
 * channels are allowed.
 */
export function testMetaErrors(given: JsonObject, channel: DraftChannel | null): readonly Detail[] {
  return [...identifierErrors(given, channel), ...addressErrors(given), ...platformErrors(given, channel)];
}

/** Reads a `test_campaign_meta` without errors. */
export function testMetaFrom(given: JsonObject): TestMeta {
  return {
    identifier: textAt(given, 'identifier') ?? '',
    values: listAt(given, 'identifier_values').filter((one) => typeof one === 'string'),
    filter: {
      platform: textAt(given, 'platform'),
      locale_name: textAt(given, 'locale_name'),
      variation: textAt(given, 'variation'),
    },
  };
}

function identifierErrors({ identifier }: JsonObject, channel: DraftChannel | null): readonly Detail[] {
  if (identifier === undefined) return [];
  const channels = channel === null ? DRAFT_CHANNELS : [channel];
  const known = new Set(channels.flatMap((name) => [...IDENTIFIERS[name].keys()]));
  if (typeof identifier === 'string' && known.has(identifier)) return [];
  const forChannel = channel === null ? '' : ` for ${channel}`;
  const problem = `must be one of ${[...known].join(', ')}${forChannel}, not ${shown(identifier)}`;
  return [detail('test_campaign_meta.identifier', problem)];
}

function addressErrors({ identifier, identifier_values: values }: JsonObject): readonly Detail[] {
  if (identifier !== 'EMAIL' || !isList(values)) return [];
  return values.flatMap((value, place) =>
    isMailAddress(value)
      ? []
      : [
          detail(
            `test_campaign_meta.identifier_values.${place}`,
            `must be an email address, not ${shown(value)}`,
          ),
        ],
  );
}

function platformErrors({ platform }: JsonObject, channel: DraftChannel | null): readonly Detail[] {
  if (platform === undefined || channel !== 'EMAIL') return [];
  return [detail('test_campaign_meta.platform', 'is for PUSH: an email has no platforms')];
}
