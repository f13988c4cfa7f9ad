import { describe, expect, it } from 'vitest';
import type { CampaignStatus, DesiredStatus, Live } from '../../src/model/campaign.ts';
import type { LiveAnswer } from '../../src/model/live-answer.ts';
import type { State } from '../../src/model/state.ts';
import type { SameNameAnswer } from '../../src/plan/context.ts';
import { NO_ANSWER } from '../support/answer-problems.ts';
import { bindingOf, desired, intent, key, live, planFor, stateOf } from '../support/builders.ts';
import { todoOf, whyOf } from '../support/held-words.ts';

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
  const blocked = campaigns.filter(({ key }) => key.startsWith('taken'));
  return blocked.flatMap(({ held }) => held.map(({ cause }) => cause.code));
}

const BLOCKED = {
  ...{ verdict: 'held', steps: [], transition: null },
  held: [{ reason: 'ambiguous', cause: { code: 'no-record', isTaken: false } }],
};
const OTHER = live({ key: 'other' });

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
    ['a campaign is recorded', { taken: 3, state: stateOf([bindingOf(OTHER)]), more: [OTHER] }],
    ['one was begun', { taken: 3, state: stateOf([], { open: [intent({ key: 'other', kind: 'create' })] }) }],
  ])('is not taken for lost if %s', (_, lost) => {
    expect(codes(lost)).toEqual(['same-name', 'same-name', 'same-name']);
  });

  it.each<readonly [what: string, status: DesiredStatus | undefined, planned: object]>([
    ['that would be published, because it may have been renamed', 'ACTIVE', BLOCKED],
    ['unless it is a draft', undefined, { verdict: 'create', held: [] }],
  ])('blocks a file whose name is free %s', (_, status, planned) => {
    const { campaigns } = planFor({
      desired: [...['a', 'b'].map((name) => desired({ key: name })), desired({ key: 'new', status })],
      live: ['a', 'b'].map((name) => live({ key: name })),
    });
    expect(campaigns.find(({ key }) => key === 'new')).toMatchObject(planned);
  });
});

interface Taken {
  readonly status?: DesiredStatus;
  readonly found?: CampaignStatus;
  readonly named?: string;
  readonly allow?: boolean;
}

/** The verdicts of new files whose names unmanaged campaigns have. */
function verdicts(names: readonly string[], taken: Taken) {
  const { status = 'ACTIVE', found = 'ACTIVE', named, allow = true } = taken;
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

const UNREACHABLE = { kind: 'unknown', cause: 'unreachable', problem: NO_ANSWER } as const;
const UNKNOWN = { verdict: 'unknown', changeId: null, held: [{ reason: 'unreadable' }], steps: [] };

describe('an unreadable managed campaign is unknown, and never absent', () => {
  const record = bindingOf(live({ status: 'ACTIVE' }));

  it.each<readonly [what: string, answer: LiveAnswer | undefined, files: ReturnType<typeof desired>[]]>([
    ['if the service did not answer', UNREACHABLE, [desired()]],
    ['if its file is gone, too', UNREACHABLE, []],
    ['if nobody asked it', undefined, [desired()]],
  ])('%s', (_, answer, files) => {
    const answers = { live: new Map(answer && [[key('a'), answer]]) };
    const { campaigns } = planFor({ desired: files, state: stateOf([record]) }, answers);
    expect(campaigns).toMatchObject([{ ...UNKNOWN, campaignId: 'id-a', liveStatus: null }]);
  });
});

describe('a managed campaign that the service does not have', () => {
  it.each([
    ['is blocked, and never created again', [desired()]],
    ['is blocked if its file is gone, too', []],
  ])('%s', (_, files) => {
    const { campaigns } = planFor({ desired: files, state: stateOf([bindingOf(live())]) });
    expect(campaigns).toMatchObject([{ verdict: 'held', held: [{ reason: 'missing' }], steps: [] }]);
    expect(whyOf(campaigns[0]?.held[0])).toContain('id-a');
    expect(todoOf(campaigns[0]?.held[0])).toContain('campaigns state forget a');
  });
});

describe('a new file whose campaign may already exist', () => {
  it.each<readonly [what: string, answer: SameNameAnswer | undefined]>([
    ['since the search failed', UNREACHABLE],
    ['because its name was not searched for', undefined],
  ])('is not created, %s', (_, answer) => {
    const sameName = new Map(answer && [[key('a'), answer]]);
    const { campaigns } = planFor({ desired: [desired()] }, { sameName });
    expect(campaigns).toMatchObject([{ ...UNKNOWN, campaignId: null }]);
  });
});
