import { describe, expect, it } from 'vitest';
import type { ComponentName } from '../../src/model/campaign.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { bindingAfter, hasArrived } from '../../src/model/settle.ts';
import type { Intent } from '../../src/model/state.ts';
import { bindingOf, key, live } from '../support/builders.ts';

const A = { utm_source: 'a', utm_medium: 'm', utm_term: 't' };
const WITHOUT_TERM = { utm_source: 'a', utm_medium: 'm' };
const DEFAULTED = { ...WITHOUT_TERM, utm_id: 'service' };

function update(
  components: JsonObject,
  name: ComponentName = 'utm_params',
): Exclude<Intent, { kind: 'create' }> {
  return {
    kind: 'update',
    key: key('a'),
    campaignId: live().id,
    changeId: '0123456789abcdef',
    run: 'r',
    at: 0,
    idempotencyKey: 'i',
    requestId: 'q',
    file: 'campaigns/a.yaml',
    components: { [name]: components },
  };
}

interface Case {
  readonly sent: JsonObject;
  readonly applied: JsonObject;
  readonly observed: JsonObject;
  readonly now: JsonObject;
  readonly adopted?: boolean;
}

describe('an update whose answer was lost', () => {
  it.each<readonly [what: string, given: Case, arrived: boolean]>([
    ['that live shows', { sent: A, applied: WITHOUT_TERM, observed: WITHOUT_TERM, now: A }, true],
    [
      'of which live shows nothing',
      { sent: A, applied: WITHOUT_TERM, observed: WITHOUT_TERM, now: WITHOUT_TERM },
      false,
    ],
    [
      'that only takes away, and live still has it',
      { sent: WITHOUT_TERM, applied: A, observed: A, now: A },
      false,
    ],
    [
      'that only takes away, and live has it no more',
      { sent: WITHOUT_TERM, applied: A, observed: A, now: WITHOUT_TERM },
      true,
    ],
    [
      'beside which the service adds its own as ever',
      { sent: WITHOUT_TERM, applied: A, observed: { ...A, utm_id: 'service' }, now: DEFAULTED },
      true,
    ],
    [
      'beside which something stands that nobody sent',
      { sent: WITHOUT_TERM, applied: A, observed: A, now: DEFAULTED },
      false,
    ],
    [
      'that takes away what stood there when it was adopted',
      { sent: WITHOUT_TERM, applied: WITHOUT_TERM, observed: A, now: A, adopted: true },
      false,
    ],
  ])('%s', (_, { sent, applied, observed, now, adopted }, arrived) => {
    const shown = live({ components: { utm_params: now } });
    const before = bindingOf(shown, {
      applied: { utm_params: applied },
      observed: { utm_params: observed },
      adopted: adopted ? ['utm_params'] : [],
    });
    expect(hasArrived(update(sent), shown, { binding: before })).toBe(arrived);
  });
});

describe('the record after a write', () => {
  it('says that what was adopted is ours now, and what status was seen', () => {
    const shown = live({ status: 'ACTIVE', components: { utm_params: A } });
    const before = bindingOf(live({ components: { utm_params: WITHOUT_TERM } }), {
      adopted: ['basic_details', 'utm_params'],
    });
    const after = bindingAfter(update(A), { live: shown, before, desired: undefined });
    expect(after).toMatchObject({
      applied: { utm_params: A },
      observed: { utm_params: A },
      adopted: ['basic_details'],
      status: { observed: 'DRAFT', seen: 'ACTIVE' },
    });
  });
});
