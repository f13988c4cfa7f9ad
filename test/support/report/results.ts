import { held as blocked, type HeldReason } from '../../../src/model/held.ts';
import { emptyResult, type Result } from '../../../src/model/result.ts';
import type { ApplyReport } from '../../../src/render/markdown/result-comment.ts';
import { campaignId, key } from '../builders.ts';

// What a run of the action tells at its end, with only what matters to a test.

const NOTHING = emptyResult('production', { refused: undefined });
/** A report on a run that was reviewed and ended well. */
export function report(result: Partial<Result>, more: Partial<ApplyReport> = {}): ApplyReport {
  return {
    result: { ...NOTHING, ...result },
    outcome: 'complete',
    plan: undefined,
    reviewed: 'require',
    reviewedIn: [],
    rerun: undefined,
    ...more,
  };
}

export const applied = (name: string, change: 'create' | 'update' | 'transition' = 'update') => ({
  key: key(name),
  change,
  campaignId: campaignId(`id-${name}`),
  components: change === 'transition' ? [] : (['utm_params'] as const),
  responseId: null,
});
export const failed = (name: string, message = 'It is not valid.') => ({
  key: key(name),
  code: 'VALIDATION_FAILED',
  message,
  responseId: null,
});
export const held = (name: string, reason: HeldReason, detail = 'It can not be.') => ({
  key: key(name),
  ...blocked(reason, { code: 'not-reviewed', detail }),
});
export const deferred = (name: string, resumeAt = '2031-01-01T10:59:41.000Z') => ({
  key: key(name),
  resumeAt,
});
export const stale = (name: string) => ({ key: key(name), message: 'live moved' });
export const unconfirmed = (name: string) => ({
  key: key(name),
  component: 'utm_params' as const,
  paths: ['/utm_term'],
});
