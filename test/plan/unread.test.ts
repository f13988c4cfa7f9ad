import { todoOf, whyOf } from '../support/held-words.ts';
import { describe, expect, it } from 'vitest';
import type { LiveAnswer } from '../../src/model/live-answer.ts';
import type { Consent } from '../../src/model/workspace.ts';
import type { SameNameAnswer } from '../../src/plan/context.ts';
import { bindingOf, desired, key, live, planFor, stateOf } from '../support/builders.ts';
import { NO_ANSWER } from '../support/answer-problems.ts';

const UNREACHABLE = { kind: 'unknown', cause: 'unreachable', problem: NO_ANSWER } as const;
const UNKNOWN = { verdict: 'unknown', changeId: null, held: [{ reason: 'unreadable' }], steps: [] };

describe('an unreadable managed campaign is unknown, and never absent', () => {
  const record = bindingOf(live({ status: 'ACTIVE' }));

  it.each<readonly [what: string, answer: LiveAnswer | undefined, files: ReturnType<typeof desired>[]]>([
    ['if the service did not answer', UNREACHABLE, [desired()]],
    ['if its file is gone, too', UNREACHABLE, []],
    ['if nobody asked it', undefined, [desired()]],
  ])('%s', (_, answer, files) => {
    const { campaigns } = planFor(
      { desired: files, state: stateOf([record]) },
      { live: new Map(answer && [[key('a'), answer]]) },
    );
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
  function plannedWith(answer: SameNameAnswer | undefined, allow: readonly Consent[] = []) {
    return planFor(
      { desired: [desired()] },
      { sameName: new Map(answer && [[key('a'), answer]]), allowed: new Set(allow) },
    ).campaigns;
  }

  it.each<readonly [what: string, answer: SameNameAnswer | undefined]>([
    ['since the search failed', UNREACHABLE],
    ['because its name was not searched for', undefined],
  ])('is not created, %s', (_, answer) => {
    expect(plannedWith(answer)).toMatchObject([{ ...UNKNOWN, campaignId: null }]);
  });
});
