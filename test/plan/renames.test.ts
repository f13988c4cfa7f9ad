import { describe, expect, it } from 'vitest';
import type { Components, Desired } from '../../src/model/campaign.ts';
import { bindingOf, desired, live, planFor, stateOf, managing } from '../support/builders.ts';

const SAID: Components = {
  basic_details: { name: 'Spring', tags: ['a', 'b'] },
  campaign_content: { content: { email: { subject: 'Spring', html_content: '<p>Spring</p>' } } },
  utm_params: { utm_source: 'a' },
};

/** The same under another name. */
const SUMMER: Components = { ...SAID, basic_details: { ...SAID.basic_details, name: 'Summer' } };

/** A new file, next to a campaign `old` whose file is gone. */
function plannedBeside(file: Desired) {
  const shown = live({ key: 'old', status: 'ACTIVE', type: 'PERIODIC', components: SAID });
  const { campaigns } = planFor(managing([file], [shown]));
  return campaigns.find(({ key }) => key === 'new');
}

const file = (more: Parameters<typeof desired>[0] = {}) =>
  desired({ key: 'new', type: 'PERIODIC', components: SAID, ...more });

describe('a new file next to an orphan', () => {
  it.each<readonly [what: string, sketch: Parameters<typeof desired>[0], verdict: string]>([
    ['says just the same: a rename', {}, 'held renamed'],
    [
      'has its name and says another value',
      { components: { ...SAID, utm_params: { utm_source: 'b' } } },
      'held renamed',
    ],
    ['has another name and says the same: moved and renamed', { components: SUMMER }, 'held renamed'],
    ['has another name and value', { components: { ...SAID, basic_details: { name: 'Summer' } } }, 'create'],
    ['is of another channel', { channel: 'PUSH' }, 'create'],
    ['requests another status: a rename', { status: 'PAUSED' }, 'held renamed'],
  ])('%s', (_, sketch, verdict) => {
    const campaign = plannedBeside(file(sketch));
    const reasons = campaign?.held.map(({ reason }) => reason) ?? [];
    expect([campaign?.verdict, ...reasons].join(' ')).toBe(verdict);
    expect(campaign?.steps.length).toBe(verdict === 'create' ? 1 : 0);
  });
});

describe('files of managed campaigns that say what another campaign said', () => {
  const saying = (name: string): Components => ({ ...SAID, basic_details: { name } });
  const [a, b] = ['a', 'b'].map((key) => live({ key, status: 'ACTIVE', components: saying(`M${key}`) }));
  if (!a || !b) throw new Error('two were sketched');
  const recorded = { live: [a, b], state: stateOf([bindingOf(a), bindingOf(b)]) };

  function verdicts(files: Readonly<Record<string, string>>, ...allowed: 'same-name'[]): string[] {
    const all = Object.entries(files).map(([key, name]) => desired({ key, components: saying(name) }));
    const { campaigns } = planFor({ desired: all, ...recorded }, { allowed: new Set(allowed) });
    return campaigns.map(({ key, verdict, held, steps }) =>
      [key, verdict, ...held.map(({ cause }) => cause.code), ...steps.map(({ kind }) => kind)].join(' '),
    );
  }

  it.each<readonly [what: string, files: Record<string, string>, expected: string[]]>([
    [
      'renamed in a chain: nothing is rewritten or created',
      { n: 'Ma', a: 'Mb' },
      ['a held identity-moved', 'b orphaned', 'n held identity-moved'],
    ],
    ['that changed places', { a: 'Mb', b: 'Ma' }, ['a held identity-moved', 'b held identity-moved']],
    [
      'one of which was moved, and another written in its place',
      { n: 'Ma', a: 'New', b: 'Mb' },
      ['a held identity-moved', 'b in-sync', 'n held identity-moved'],
    ],
    [
      'one of which got another name, next to a new one',
      { a: 'New', b: 'Mb', n: 'Newer' },
      ['a update update', 'b in-sync', 'n create create'],
    ],
  ])('%s', (_, files, expected) => {
    expect(verdicts(files)).toEqual(expected);
  });

  it('are applied unchanged if that is allowed', () => {
    const expected = ['a update update', 'b orphaned', 'n create create'];
    expect(verdicts({ n: 'Ma', a: 'Mb' }, 'same-name')).toEqual(expected);
  });
});
