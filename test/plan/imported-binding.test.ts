import { describe, expect, it } from 'vitest';
import type { CampaignStatus, Components, DesiredStatus, Live } from '../../src/model/campaign.ts';
import { isNeverApplied, type Binding } from '../../src/model/state.ts';
import { adoptedBinding } from '../../src/plan/imported-binding.ts';
import { desired, live } from '../support/builders.ts';
import { utm } from '../support/plan/drift-scene.ts';

const UPDATED = { updatedAt: '2030-12-24 18:00:00' };
const shownAs = (components: Components, more: Partial<Live> = {}): Live => ({
  ...live({ components, status: 'ACTIVE', type: 'PERIODIC' }),
  ...UPDATED,
  ...more,
});

describe('the record of a campaign that an existing file is bound to', () => {
  interface Adoption {
    readonly asks?: DesiredStatus;
    readonly status?: CampaignStatus;
    readonly file?: Components;
    readonly shown?: Components;
    /** What the service calls it; undefined: nothing. */
    readonly name?: string | undefined;
  }

  function adopt(given: Adoption): Binding {
    const { asks, status = 'ACTIVE', file = utm('a'), shown = utm('a') } = given;
    const found = shownAs(shown, { status, ...('name' in given && { name: given.name }) });
    return adoptedBinding(desired({ components: file, status: asks, type: 'PERIODIC' }), found);
  }

  it.each<readonly [what: string, given: Adoption, status: DesiredStatus | undefined]>([
    ['the file has no status', {}, undefined],
    ['the file asks for the status that it has', { asks: 'ACTIVE' }, 'ACTIVE'],
    ['live has more components', { shown: { ...utm('a'), advanced: { priority: 1 } } }, undefined],
    ['live spells them its way', { shown: { utm_params: { utm_term: null, utm_source: 'a' } } }, undefined],
  ])('is as after an import if both say the same: %s', (_, given, status) => {
    const binding = adopt(given);
    expect(binding).toMatchObject({
      ...{ key: 'a', campaignId: 'id-a', name: 'The a' },
      ...{ applied: desired({ components: utm('a') }).components, adopted: ['basic_details', 'utm_params'] },
      status: { applied: status },
    });
    expect(isNeverApplied(binding)).toBe(false);
  });

  it.each<readonly [what: string, given: Adoption]>([
    ['a component', { shown: utm('b') }],
    ['a component that live does not have', { shown: {} }],
    ['the status', { asks: 'PAUSED' }],
    ['a status that it cannot reach', { asks: 'DRAFT' }],
  ])('is only the pair if they differ, because nobody knows which one changed: %s', (_, given) => {
    const binding = adopt(given);
    expect(binding).toMatchObject({ key: 'a', campaignId: 'id-a', applied: {}, observed: {}, adopted: [] });
    expect(isNeverApplied(binding)).toBe(true);
  });

  it.each<readonly [what: string, name: string | undefined, recorded: string]>([
    ['the name in the service', 'Theirs', 'Theirs'],
    ['the name in the file if the service shows none', undefined, 'The a'],
  ])('has %s if they differ', (_, name, recorded) => {
    expect(adopt({ shown: utm('b'), name }).name).toBe(recorded);
  });
});
