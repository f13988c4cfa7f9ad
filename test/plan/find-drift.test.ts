import { describe, expect, it, test } from 'vitest';
import type { CampaignStatus, Desired, DesiredStatus } from '../../src/model/campaign.ts';
import { bindingOf, desired, intent, live, NOW } from '../support/builders.ts';
import { found, utm, type Scene } from '../support/plan/drift-scene.ts';

describe('a component', () => {
  const sent = bindingOf(live({ components: utm('ours') }));

  test.each<[string, Scene, string[]]>([
    ['is as observed', { binding: sent, live: live({ components: utm('ours') }) }, []],
    ['was edited', { binding: sent, live: live({ components: utm('theirs') }) }, ['utm_params']],
    ['was removed', { binding: sent, live: live() }, ['utm_params']],
    ['is not managed', { live: live({ components: utm('theirs') }) }, []],
    [
      'is as observed, and was never as we sent it',
      {
        binding: bindingOf(live(), { applied: utm('ours'), observed: utm('spelt') }),
        live: live({ components: utm('spelt') }),
      },
      [],
    ],
    [
      'was not visible after it was sent, and arrived late',
      {
        binding: bindingOf(live(), { applied: utm('ours'), observed: utm('before') }),
        live: live({ components: utm('ours') }),
      },
      [],
    ],
    [
      'has long been missing after it was sent, so that it is sent again',
      {
        binding: bindingOf(live(), {
          applied: utm('ours'),
          unconfirmed: { utm_params: { kind: 'respelled', at: NOW - 3_600_000 } },
        }),
        live: live(),
      },
      [],
    ],
    [
      'has left the file, but not the record',
      { binding: sent, live: live({ components: utm('theirs') }), file: desired() },
      ['utm_params'],
    ],
  ])('%s', (_, scene, drifted) => {
    expect(found(scene)).toEqual(drifted);
  });

  it('that an earlier run sent without getting an answer is our own change', () => {
    const open = [intent({ kind: 'update', components: utm('newer') })];
    const now = live({ components: utm('newer') });
    expect(found({ binding: sent, live: now, state: { open } })).toEqual([]);
    expect(found({ binding: sent, live: now })).toEqual(['utm_params']);
  });
});

describe('a status', () => {
  const left = (
    applied: DesiredStatus | undefined,
    observed: CampaignStatus,
    type: Desired['deliveryType'],
  ) => bindingOf(live({ type }), { status: { applied, observed } });

  test.each<[DesiredStatus | undefined, Desired['deliveryType'], CampaignStatus, CampaignStatus, string[]]>([
    ['ACTIVE', 'ONE_TIME', 'SCHEDULED', 'SCHEDULED', []],
    ['ACTIVE', 'ONE_TIME', 'SCHEDULED', 'SENDING', []],
    ['ACTIVE', 'ONE_TIME', 'SCHEDULED', 'SENT', []],
    ['ACTIVE', 'PERIODIC', 'SCHEDULED', 'ACTIVE', []],
    ['ACTIVE', 'PERIODIC', 'ACTIVE', 'PAUSED', ['ACTIVE → PAUSED']],
    ['ACTIVE', 'ONE_TIME', 'SCHEDULED', 'STOPPED', ['SCHEDULED → STOPPED']],
    ['PAUSED', 'EVENT_TRIGGERED', 'PAUSED', 'ACTIVE', ['PAUSED → ACTIVE']],
    ['DRAFT', 'EVENT_TRIGGERED', 'DRAFT', 'ACTIVE', ['DRAFT → ACTIVE']],
    ['STOPPED', 'ONE_TIME', 'STOPPED', 'ARCHIVED', []],
    [undefined, 'PERIODIC', 'ACTIVE', 'PAUSED', ['ACTIVE → PAUSED']],
    [undefined, 'ONE_TIME', 'DRAFT', 'SCHEDULED', ['DRAFT → SCHEDULED']],
    [undefined, 'ONE_TIME', 'SCHEDULED', 'SENT', []],
  ])('%s of a %s campaign, observed as %s and now %s', (applied, type, observed, now, drifted) => {
    const binding = left(applied, observed, type);
    expect(found({ binding, live: live({ type, status: now }) })).toEqual(drifted);
  });

  it('that an earlier run moved without getting an answer is our own change', () => {
    const binding = left('ACTIVE', 'ACTIVE', 'PERIODIC');
    const now = live({ type: 'PERIODIC', status: 'PAUSED' });
    expect(found({ binding, live: now, state: { open: [intent({ kind: 'transition' })] } })).toEqual([]);
  });
});
