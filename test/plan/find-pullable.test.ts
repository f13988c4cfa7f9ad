import { describe, expect, it } from 'vitest';
import type { CampaignStatus, Desired, DesiredStatus, Live } from '../../src/model/campaign.ts';
import type { LiveAnswer } from '../../src/model/live-answer.ts';
import { newBinding, type Binding, type Intent } from '../../src/model/state.ts';
import { findPullable, type Pullable, type PullableCampaign } from '../../src/plan/find-pullable.ts';
import { ANSWERED_500 } from '../support/answer-problems.ts';
import { bindingOf, desired, intent, key, live, NOW, UNREADABLE } from '../support/builders.ts';
import { utm } from '../support/plan/drift-scene.ts';

interface Known {
  readonly file?: Desired;
  readonly binding?: Binding;
  readonly answer?: LiveAnswer | undefined;
  readonly open?: Intent;
  readonly isNamed?: boolean;
}

const present = (shown: Live): LiveAnswer => ({ kind: 'present', live: shown });

const OURS = live({ components: utm('ours') });
const THEIRS = live({ components: utm('theirs') });

/** What can be pulled into the file of `a`. By default it is as applied and the service shows another source. */
function pullable(known: Known = {}): Pullable {
  const { file = desired({ components: utm('ours') }), binding = bindingOf(OURS), open, isNamed } = known;
  const answer = 'answer' in known ? known.answer : present(THEIRS);
  return findPullable(
    { key: key('a'), desired: file, binding, live: answer, open },
    { now: NOW, isNamed: isNamed ?? false },
  );
}

function changedIn(known: Known): PullableCampaign {
  const found = pullable(known);
  if (found.kind !== 'changed') throw new Error(`It is ${found.kind}.`);
  return found;
}

describe('nothing can be pulled', () => {
  it.each<readonly [what: string, known: Known, expected: Pullable]>([
    ['if the campaign could not be read', { answer: UNREADABLE }, { kind: 'unknown', problem: ANSWERED_500 }],
    ['if nobody asked it', { answer: undefined }, { kind: 'unknown', problem: { code: 'not-asked' } }],
    ['if the campaign is gone', { answer: { kind: 'missing' } }, { kind: 'missing' }],
    ['if its channel changed', { answer: present({ ...THEIRS, channel: 'PUSH' }) }, { kind: 'type-changed' }],
    ['if live is as recorded', { answer: present(OURS) }, { kind: 'same' }],
    [
      'if live shows what an earlier run sent without an answer',
      { open: intent({ kind: 'update', components: utm('theirs') }) },
      { kind: 'same' },
    ],
    [
      'if live differs from the file of an adopted campaign, because nobody knows which one changed',
      { binding: newBinding(key('a'), THEIRS) },
      { kind: 'unrecorded' },
    ],
    [
      'if no apply has recorded the component and live lacks it, because the file added it',
      { binding: bindingOf(live()), answer: present(live()), isNamed: true },
      { kind: 'same' },
    ],
  ])('%s', (_, known, expected) => {
    expect(pullable(known)).toEqual(expected);
  });
});

describe('a component can be pulled', () => {
  const ours = { utm_source: 'ours' };
  const theirs = { utm_source: 'theirs' };

  it.each([
    ['of a campaign', newBinding(key('a'), THEIRS)],
    ['of a component', bindingOf(live())],
  ])('without any record %s, if the campaign was named', (_, binding) => {
    expect(changedIn({ binding, isNamed: true })).toMatchObject({
      components: [{ name: 'utm_params', cause: 'adopted', applied: undefined, live: theirs }],
      status: undefined,
    });
  });

  it('without a value that changes by itself', () => {
    const counting = (source: string, count: number) => ({ utm_params: { utm_source: source, count } });
    const [component] = changedIn({
      binding: bindingOf(live({ components: counting('ours', 1) }), {
        applied: { ...OURS.components },
        changing: { utm_params: ['/count'] },
      }),
      answer: present(live({ components: counting('theirs', 2) })),
    }).components;
    expect(component).toMatchObject({ cause: 'drifted' });
    expect([component?.observed, component?.live]).toEqual([ours, theirs]);
  });
});

describe('a status that was changed by hand', () => {
  const pulled = (isConflict: boolean) => ({
    ...{ kind: 'changed', components: [], status: { move: { from: 'ACTIVE', to: 'PAUSED' }, isConflict } },
  });
  const same = { kind: 'same' };

  it.each<[what: string, asks: DesiredStatus | undefined, now: CampaignStatus, expected: object]>([
    ['can be pulled', 'ACTIVE', 'PAUSED', pulled(false)],
    ['is a conflict if the file asks for another one, too', 'STOPPED', 'PAUSED', pulled(true)],
    ['is left if the file no longer asks for a status', undefined, 'PAUSED', same],
    ['was reached by the campaign itself', 'ACTIVE', 'SENT', same],
  ])('%s', (_, asks, now, expected) => {
    const sketch = { type: 'PERIODIC', components: utm('ours') } as const;
    const applied = { status: { applied: 'ACTIVE', observed: 'ACTIVE' } } as const;
    const found = pullable({
      file: desired({ ...sketch, status: asks }),
      binding: bindingOf(live({ ...sketch, status: 'ACTIVE' }), applied),
      answer: present(live({ ...sketch, status: now })),
    });
    expect(found).toMatchObject(expected);
  });
});
