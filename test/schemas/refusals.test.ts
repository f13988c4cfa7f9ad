import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { sample } from '../support/draws.ts';
import { load, placeAndCode, workspace } from '../support/load/marked.ts';
import { withValue, type Steps } from './places.ts';
import { checker, type Json } from './schemas.ts';
import { FIELDS } from './specification.ts';
import { ofWrongSpelling, ofWrongType, wrongValues, type Wrong } from './wrong-values.ts';

// What the tables don't list is refused: for each of their fields a value of every other type, and for each value
// of a closed list the same one in another case.

const asFile = checker('campaign');
const asCampaign = checker('components');
const everything = workspace({ features: ['queuing', 'audience_limit'] });

/** Nothing, when both schemas find one thing wrong, right there; a definition that is met twice may say it twice. */
function misjudgedBySchemas({ field, campaign, at, value }: Wrong): string[] {
  return [asCampaign, asFile].flatMap((check) => {
    const findings = new Set(check(campaign).map((one) => one.join(' ')));
    const right = KEYWORDS.some((keyword) => findings.has(`/${at.join('/')} ${keyword}`));
    if (right && findings.size === 1) return [];
    return [`${field.path} as ${JSON.stringify(value)}: ${[...findings].join()}`];
  });
}

/** What refuses a value of another type, or a text of another spelling. */
const KEYWORDS = ['type', 'enum', 'const', 'pattern'];

/** Nothing, when a file with it has one error, right there. */
function misjudgedByLoading({ field, campaign, at, value }: Wrong): string[] {
  const text = stringify(campaign);
  const { diagnostics } = load({ 'a.yaml': text }, { workspaces: [everything] });
  const [first, ...others] = diagnostics.filter(({ code }) => code.startsWith('E_'));
  const place = placeOf(campaign, at);
  if (first && others.length === 0 && placeAndCode(first).startsWith(`${place} `)) return [];
  return [`${field.path} as ${JSON.stringify(value)} at ${place}: ${diagnostics.map(placeAndCode).join()}`];
}

/** Where a value begins: a text that occurs nowhere else begins there, too. */
function placeOf(campaign: Json, at: Steps): string {
  const [text = ''] = stringify(withValue(campaign, at, 'hErE')).split('hErE');
  const before = text.split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

const COMPONENTS = [...new Set(FIELDS.map(({ path }) => path.split(/[.[{]/)[0] ?? ''))];

describe.each(COMPONENTS)('in %s', (component) => {
  const fields = FIELDS.filter(({ path }) => path.split(/[.[{]/)[0] === component);
  const types = fields.map(ofWrongType);
  const spellings = fields.flatMap(ofWrongSpelling);

  it('a value of a wrong type is one error of the schemas and of the file, at its position', () => {
    expect(sample(types.flat(), 3).flatMap(misjudgedBySchemas)).toEqual([]);
    // The wrong types alternate, so that each one is tried somewhere.
    const some = types.flatMap((wrong, turn) => wrong.slice(turn % wrong.length || 0).slice(0, 1));
    expect(sample(some, 2).flatMap(misjudgedByLoading)).toEqual([]);
  });

  it('a value in another spelling is one error of the schemas and of the file, at its position', () => {
    expect(spellings.flatMap(misjudgedBySchemas)).toEqual([]);
    expect(sample(spellings, 3).flatMap(misjudgedByLoading)).toEqual([]);
  });
});

it('no field and no value of a closed list is left out, except those that no campaign has', () => {
  const untried = FIELDS.filter((field) => wrongValues(field, [null]).length === 0).map(({ path }) => path);
  expect(new Set(untried.map((path) => path.split('.').slice(0, 2).join('.')))).toEqual(
    new Set([
      ...['id', 'campaign_id', 'version_number', 'flow_id', 'flow_name', 'parent_id', 'sender_name'],
      ...['rejection_comment', 'request_id', 'created_by'],
      ...['basic_details.broadcast_live_activity_id', 'scheduling_details.geo_fence_timelimit'],
    ]),
  );
});
