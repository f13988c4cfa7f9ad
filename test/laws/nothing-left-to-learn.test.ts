import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge } from '../../src/load/judge.ts';
import { loadCampaigns } from '../../src/load/load-campaigns.ts';
import { publishErrors } from '../../src/service/domain/campaign/publish-validation.ts';
import { draftErrors } from '../../src/service/domain/campaign/draft-validation.ts';
import { workspace } from '../support/load/marked.ts';
import { exampleFiles, isMap, resolved, type Json, type JsonMap } from '../schemas/schemas.ts';
import { withValue } from '../schemas/places.ts';
import { draws } from '../support/draws.ts';

// Whatever the service would refuse, validating the file must report. Compares the client's implementation of the rules
// with the service's: the examples are changed at random, and if the local service refuses to create or publish one,
// the file must have an error.

const RUNS = draws(100);
const NOW = Date.parse('2030-06-01T00:00:00Z');
const FEATURES = ['queuing', 'audience_limit'];
const bodies = exampleFiles().map((file) => resolved(file, 'local'));

type Path = readonly (string | number)[];

function pathsIn(value: Json, path: Path = []): Path[] {
  const inside = Array.isArray(value)
    ? value.flatMap((item, index) => pathsIn(item, [...path, index]))
    : isMap(value)
      ? Object.entries(value).flatMap(([name, member]) => pathsIn(member, [...path, name]))
      : [];
  return path.length === 0 ? inside : [path, ...inside];
}

/** A copy with the value at a path replaced. `undefined` removes it. */
function changed(value: Json, path: Path, to: Json | undefined): Json {
  if (to !== undefined) return withValue(value, path, to);
  const [step, ...rest] = path;
  if (!isMap(value) && !Array.isArray(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    if (name !== String(step)) return [[name, member]];
    return rest.length === 0 ? [] : [[name, changed(member, rest, to)]];
  });
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}

const TYPES = ['ONE_TIME', 'PERIODIC', 'EVENT_TRIGGERED', 'LOCATION_TRIGGERED', 'BUSINESS_EVENT_TRIGGERED'];
const VALUES: readonly (Json | undefined)[] = [
  ...[undefined, undefined, undefined, '', ' ', 'x', 'ACTIVE', 'IOS', ...TYPES],
  ...['ASAP', 'SEND_IN_BTS', 'SEND_IN_USER_TIMEZONE', 'WEEKLY', 'Mars/Olympus', 'between', 'exists'],
  ...['2026-02-30T09:00:00', '2020-01-01T09:00:00', '2031-01-01T09:00:00Z'],
  ...[0, 1, -1, 0.5, 49, 1e10, true, false, [], {}, ['x'], [{}], { x: 1 }],
];

const campaigns = fc
  .tuple(
    fc.constantFrom(...bodies),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(...VALUES)), { minLength: 1, maxLength: 3 }),
  )
  .map(([body, changes]) =>
    changes.reduce<JsonMap>((made, [place, value]) => {
      const paths = pathsIn(made);
      const path = paths[place % paths.length];
      return path ? (changed(made, path, value) as JsonMap) : made;
    }, body),
  );

function errorsOf(body: JsonMap, status: 'ACTIVE' | undefined): string[] {
  const here = workspace({ features: FEATURES });
  const text = JSON.stringify({ ...body, ...(status && { status }) });
  const loaded = loadCampaigns({
    files: [{ file: 'campaigns/a.yaml', below: 'a.yaml', text }],
    workspaces: new Map([['local', here]]),
    workspacesToLoad: [here],
    readReference: () => ({ kind: 'problem', fault: { why: 'not-here' } }),
  });
  return judge(loaded, { now: NOW })
    .diagnostics.filter(({ code }) => code.startsWith('E_'))
    .map(({ code, message }) => `${code} ${message}`);
}

function kindOf({ channel, campaign_delivery_type, ...components }: JsonMap) {
  const text = (value: Json | undefined) => (typeof value === 'string' ? value : '');
  return { channel: text(channel), campaign_delivery_type: text(campaign_delivery_type), components };
}

describe('a file reports everything that the service would refuse', () => {
  it('the unchanged examples are accepted by both sides', () => {
    for (const body of bodies) {
      expect(draftErrors(kindOf(body), new Set(FEATURES))).toEqual([]);
      expect(errorsOf(body, undefined)).toEqual([]);
    }
  });

  it('when a draft is created', () => {
    fc.assert(
      fc.property(campaigns, (body) => {
        const refused = draftErrors(kindOf(body), new Set(FEATURES));
        fc.pre(refused.length > 0);
        expect(errorsOf(body, undefined), JSON.stringify(refused)).not.toEqual([]);
      }),
      RUNS,
    );
  });

  it('when it is published', () => {
    fc.assert(
      fc.property(campaigns, (body) => {
        const { components, ...kind } = kindOf(body);
        const record = { ...body, ...kind, ...components, id: 'a', campaign_id: 'a', status: 'DRAFT' };
        const refused = publishErrors(record as never, { now: NOW, features: new Set(FEATURES) });
        fc.pre(refused.length > 0);
        expect(errorsOf(body, 'ACTIVE'), JSON.stringify(refused)).not.toEqual([]);
      }),
      RUNS,
    );
  });

  it('a file is refused for something that the service accepts only if it has no name', () => {
    fc.assert(
      fc.property(campaigns, (body) => {
        fc.pre(draftErrors(kindOf(body), new Set(FEATURES)).length === 0);
        const ours =
          /^E_(MISSING|UNKNOWN_KEY|NOT_ALLOWED|SCHEDULE|LIVE_ACTIVITY|READ_ONLY_CHANNEL|RANGE|FORMAT) /;
        expect(errorsOf(body, undefined).filter((error) => !ours.test(error))).toEqual([]);
      }),
      RUNS,
    );
  });
});
