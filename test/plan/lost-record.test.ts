import { describe, expect, it } from 'vitest';
import type { Live } from '../../src/model/campaign.ts';
import type { State } from '../../src/model/state.ts';
import { bindingOf, desired, intent, live, planFor, stateOf } from '../support/builders.ts';

interface Lost {
  /** Files whose name a campaign in the service has. */
  readonly taken: number;
  /** Files whose name is free. */
  readonly free?: number;
  readonly state?: State;
  readonly more?: readonly Live[];
}

/** Why the files with a taken name are blocked. */
function codes({ taken, free = 0, state, more = [] }: Lost): string[] {
  const names = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
  const [used, unused] = [names('taken', taken), names('free', free)];
  const { campaigns } = planFor({
    desired: [...used, ...unused].map((name) => desired({ key: name })),
    live: [...used.map((name) => live({ key: name })), ...more],
    ...(state && { state }),
  });
  return campaigns
    .filter(({ key }) => key.startsWith('taken'))
    .flatMap(({ held }) => held.map(({ cause }) => cause.code));
}

describe('an empty record and files whose campaigns exist already', () => {
  it.each<readonly [what: string, lost: Lost, code: string]>([
    ['is taken for a lost record if all of several exist', { taken: 2 }, 'no-record'],
    ['is taken for a lost record if more than half exist', { taken: 3, free: 2 }, 'no-record'],
    ['is a coincidence if it is half of them', { taken: 2, free: 2 }, 'same-name'],
    ['is a coincidence if it is fewer', { taken: 2, free: 3 }, 'same-name'],
    ['is a coincidence if it is only one', { taken: 1 }, 'same-name'],
  ])('%s', (_, lost, code) => {
    expect(codes(lost)).toEqual(Array.from({ length: lost.taken }, () => code));
  });

  it.each<readonly [what: string, lost: Lost]>([
    [
      'a campaign is recorded',
      { taken: 3, state: stateOf([bindingOf(live({ key: 'other' }))]), more: [live({ key: 'other' })] },
    ],
    ['one was begun', { taken: 3, state: stateOf([], { open: [intent({ key: 'other', kind: 'create' })] }) }],
  ])('is not taken for lost if %s', (_, lost) => {
    expect(codes(lost)).toEqual(['same-name', 'same-name', 'same-name']);
  });

  it('blocks a file whose name is free if it would be published, because it may have been renamed', () => {
    const { campaigns } = planFor({
      desired: [
        ...['a', 'b'].map((name) => desired({ key: name })),
        desired({ key: 'new', status: 'ACTIVE' }),
      ],
      live: ['a', 'b'].map((name) => live({ key: name })),
    });
    expect(campaigns.find(({ key }) => key === 'new')).toMatchObject({
      ...{ verdict: 'held', steps: [], transition: null },
      held: [{ reason: 'ambiguous', cause: { code: 'no-record', isTaken: false } }],
    });
  });

  it('does not block a draft whose name is free', () => {
    const { campaigns } = planFor({
      desired: ['a', 'b', 'new'].map((name) => desired({ key: name })),
      live: ['a', 'b'].map((name) => live({ key: name })),
    });
    expect(campaigns.find(({ key }) => key === 'new')).toMatchObject({ verdict: 'create', held: [] });
  });
});
