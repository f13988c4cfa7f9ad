import { describe, expect, it } from 'vitest';
import type { CampaignStatus, DesiredStatus } from '../../src/model/campaign.ts';
import { desired, key, live, planFor } from '../support/builders.ts';

interface Taken {
  readonly status?: DesiredStatus;
  readonly found?: CampaignStatus;
  readonly named?: string;
  readonly allow?: boolean;
}

/** The verdicts of new files whose names unmanaged campaigns have. */
function verdicts(
  names: readonly string[],
  { status = 'ACTIVE', found = 'ACTIVE', named, allow = true }: Taken,
) {
  const { campaigns } = planFor(
    {
      desired: names.map((name) => desired({ key: name, type: 'EVENT_TRIGGERED', status })),
      live: names.map((name) => live({ key: name, type: 'EVENT_TRIGGERED', status: found })),
    },
    { allowed: new Set(allow ? ['same-name'] : []), named: named === undefined ? undefined : key(named) },
  );
  return campaigns.map((one) => one.verdict);
}

describe('a new file whose name an unmanaged campaign has', () => {
  it.each<readonly [what: string, taken: Taken, names: readonly string[], expected: readonly string[]]>([
    ['is blocked', { allow: false }, ['a'], ['held']],
    ['is blocked even if it is named', { allow: false, named: 'a' }, ['a'], ['held']],
    ['is created if that is allowed', {}, ['a'], ['create']],
    ['is created as a draft if all may be', { status: 'DRAFT' }, ['a', 'b'], ['create', 'create']],
    ['is created beside drafts if all may be', { found: 'DRAFT' }, ['a', 'b'], ['create', 'create']],
    ['is not created if several would send a second time', {}, ['a', 'b'], ['held', 'held']],
    ['is not created if several were sent already', { found: 'SENT' }, ['a', 'b'], ['held', 'held']],
    ['is created alone if it is the one that is named', { named: 'a' }, ['a', 'b'], ['create', 'held']],
  ])('%s', (_, taken, names, expected) => {
    expect(verdicts(names, taken)).toEqual(expected);
  });
});
