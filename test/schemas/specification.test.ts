import { describe, expect, it, test } from 'vitest';
import { load, workspace } from '../support/load/marked.ts';
import { claimsOf, excludes, isOf, isShown, unmetClaims, type Exclusion } from './coverage.ts';
import { PASSING } from './passing.ts';
import { follow, isSamePlace, type Field } from './places.ts';
import { placesOfSchema } from './schema-places.ts';
import { checker, exampleFiles, resolved, workspaceNames, type JsonMap } from './schemas.ts';
import { FIELDS } from './specification.ts';

const examples = exampleFiles().flatMap((file) =>
  workspaceNames().map((name) => ({ what: `${file} for ${name}`, campaign: resolved(file, name) })),
);
const passing = [...examples, ...PASSING];
const campaigns = passing.map(({ campaign }) => campaign);
const claims = FIELDS.flatMap(claimsOf);

const RECORD = 'the service gives it: it stands in answers, and no file asks for it';
const READ_ONLY = 'campaigns of this channel can be read, not written';
const NO_LIVE_ACTIVITY = 'drafts have no live activities';
const LESS_LIKED = 'it is accepted, with a warning that gives the preferred spelling (open point V25)';
const PUSH_ONLY = 'only location-triggered campaigns use it, and those are push campaigns';

const EXCLUSIONS: readonly Exclusion[] = [
  ...['id', 'campaign_id', 'version_number', 'flow_id', 'flow_name', 'parent_id'].map((path) => ({
    path,
    reason: RECORD,
  })),
  { path: 'sender_name', reason: `${RECORD}; only SMS campaigns have it` },
  { path: 'rejection_comment', reason: `${RECORD}; the meta answer has it` },
  { path: 'request_id', reason: 'every request gets one of its own' },
  { path: 'created_by', reason: "it is the author of the file's last commit, or the workspace's actor" },
  ...['SMS', 'WHATSAPP', 'FACEBOOK', 'GOOGLE ADS', 'CONNECTORS'].map((value) => ({
    ...{ path: 'channel', value, reason: READ_ONLY },
  })),
  { channel: 'PUSH', path: 'channel', value: 'EMAIL', reason: 'that is the other channel' },
  { channel: 'EMAIL', path: 'channel', value: 'PUSH', reason: 'that is the other channel' },
  { path: 'campaign_delivery_type', value: 'BROADCAST_LIVE_ACTIVITY', reason: NO_LIVE_ACTIVITY },
  { path: 'basic_details.broadcast_live_activity_id', reason: NO_LIVE_ACTIVITY },
  { channel: 'EMAIL', path: 'scheduling_details.geo_fence_timelimit', reason: PUSH_ONLY },
  {
    ...{ channel: 'EMAIL', path: 'campaign_audience_limit.frequency', value: 'INSTANCE' },
    reason: 'only periodic push campaigns have it',
  },
  ...['Passive', 'Active', 'Time sensitive', 'Critical'].map((value) => ({
    path: 'advanced.platform_level_priority.ios_specific_priority.interruption_level',
    ...{ value, reason: LESS_LIKED },
  })),
  {
    path: 'campaign_content.variation_details{distribution_type=SHERPA}.sherpa_campaign_duration',
    ...{ type: 'string', reason: LESS_LIKED },
  },
];

const everything = workspace({ features: ['queuing', 'audience_limit'] });

test.each(passing)('is accepted by both schemas and loads without a word: $what', ({ campaign }) => {
  for (const schema of ['components', 'campaign']) expect(checker(schema)(campaign)).toEqual([]);
  const text = JSON.stringify(campaign);
  const { diagnostics, desired } = load({ 'a.yaml': text }, { workspaces: [everything] });
  expect(diagnostics).toEqual([]);
  expect(desired.get('local')).toHaveLength(1);
});

describe('every field and value of the tables', () => {
  it('is at its position in a passing campaign, or is excluded for a reason', () => {
    expect(unmetClaims(claims, campaigns, EXCLUSIONS)).toEqual([]);
  });

  it('has in every passing campaign a type, and a value, that its table lists', () => {
    const others = FIELDS.flatMap((field) => foreignValues(field).map((value) => [field.path, value]));
    expect(others).toEqual([]);
  });

  it('that is excluded occurs in no passing campaign', () => {
    const shown = claims.filter(
      (claim) => EXCLUSIONS.some((one) => excludes(one, claim)) && isShown(claim, campaigns),
    );
    expect(shown.map(({ words }) => words)).toEqual([]);
  });

  it.each(EXCLUSIONS)('is excluded by name: $path $value', (exclusion) => {
    expect(claims.filter((claim) => excludes(exclusion, claim))).not.toEqual([]);
  });
});

describe.each(['PUSH', 'EMAIL'] as const)('the schema of %s campaigns', (channel) => {
  const places = placesOfSchema(channel === 'PUSH' ? 'push' : 'email');
  const known = FIELDS.filter((field) => field.channel === channel);

  it('has no field that the tables lack', () => {
    const unknown = [...places.keys()].filter((place) => !known.some(({ path }) => isSamePlace(place, path)));
    expect(unknown).toEqual([]);
  });

  it('has no value that the tables lack', () => {
    const unknown = [...places].flatMap(([place, texts]) => {
      const here = known.filter(({ path }) => isSamePlace(place, path));
      const values = here.flatMap((field) => field.values ?? []);
      return [...texts].filter((one) => !values.includes(one)).map((one) => `${place} = ${one}`);
    });
    expect(unknown).toEqual([]);
  });

  it('lacks no field that the tables have', () => {
    const excluded = (field: Field) =>
      claimsOf(field).every((claim) => EXCLUSIONS.some((one) => excludes(one, claim)));
    const lacking = known
      .filter((field) => !excluded(field))
      .filter(({ path }) => ![...places.keys()].some((place) => isSamePlace(place, path)));
    expect(lacking.map(({ path }) => path)).toEqual([]);
  });
});

/** Values at a field's place that its table doesn't list. */
function foreignValues(field: Field): JsonMap[string][] {
  const { channel, path, types, values, anyCase } = field;
  const sameCase = (value: unknown) => (anyCase ? String(value).toUpperCase() : value);
  return campaigns
    .filter((campaign) => campaign.channel === channel)
    .flatMap((campaign) => follow(campaign, path).map(({ value }) => value))
    .filter(
      (value) =>
        !(types.length === 0 || types.some((type) => isOf(type, value))) ||
        !(values === undefined || typeof value === 'object' || values.some((one) => one === sameCase(value))),
    );
}
