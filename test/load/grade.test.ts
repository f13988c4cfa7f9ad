import { describe, expect, it } from 'vitest';
import { grade, type Known } from '../../src/load/grade.ts';
import type { Finding } from '../../src/model/findings.ts';

const at = { file: 'campaigns/a.yaml', line: 1, column: 1 };
const BODY: Finding = {
  ...{ code: 'PUBLISH', params: { why: 'missing', field: 'title' }, at, only: 'publish' },
  path: ['campaign_content', 'title'],
};
const PAST: Finding = {
  ...{ code: 'START_PAST', params: { field: 'start_time', seen: '2031' }, at, from: 1000 },
  path: ['scheduling_details', 'start_time'],
};

const BOUND = { published: false, ended: false, status: undefined, keeps: () => false };
const LIVE: Known = { record: { ...BOUND, published: true } };
const KEPT: Known = { record: { ...BOUND, published: true, keeps: () => true } };
const ENDED: Known = { record: { ...BOUND, published: true, ended: true } };

function graded(finding: Finding, known: Known): string {
  const [found] = grade([finding], known);
  return found === undefined ? 'nothing' : `${found.code}${found.isKept ? ' kept' : ''}`;
}

describe('what publishing needs', () => {
  it.each<[string, Known, string]>([
    ['in a draft', {}, 'W_PUBLISH'],
    ['in a file that publishes', { wanted: 'ACTIVE', now: 0 }, 'E_PUBLISH'],
    ['without a clock, before something else judges it', { wanted: 'ACTIVE' }, 'W_PUBLISH'],
    ['before a plan, which blocks it', { wanted: 'ACTIVE', isPlanned: true }, 'W_PUBLISH'],
    ['in a live campaign that never had it', KEPT, 'nothing'],
    ['taken away from a live campaign that stays ACTIVE', { ...LIVE, wanted: 'ACTIVE' }, 'E_PUBLISH'],
    ['taken away from one whose file has no status', LIVE, 'W_PUBLISH'],
    ['taken away from one that is paused', { ...LIVE, wanted: 'PAUSED' }, 'W_PUBLISH'],
    ['in a campaign that is stopped', { wanted: 'STOPPED' }, 'nothing'],
    ['in a campaign that has ended', ENDED, 'nothing'],
  ])('%s', (_, known, code) => {
    expect(graded(BODY, known)).toBe(code);
  });
});

describe('a time that passes', () => {
  it.each<[string, number | undefined, string]>([
    ['is right before it', 999, 'nothing'],
    ['is wrong from then on', 1000, 'E_START_PAST'],
    ['is not judged without a clock', undefined, 'nothing'],
  ])('%s', (_, now, code) => {
    expect(graded(PAST, { now })).toBe(code);
  });
});

it('warns of a blackout in which a live campaign sends, whether or not its file changes that', () => {
  const blackout: Finding = {
    ...{ code: 'BLACKOUT', params: { level: 'error', key: 'a', day: '2031-12-24' }, at },
    ...{ path: ['scheduling_details', 'start_time'], only: 'publish' },
  };
  expect(graded(blackout, LIVE)).toBe('W_BLACKOUT');
  expect(graded(blackout, KEPT)).toBe('W_BLACKOUT kept');
  expect(graded(blackout, { wanted: 'ACTIVE' })).toBe('E_BLACKOUT');
});
