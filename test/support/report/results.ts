import { heldBy as blocked, type HeldReason } from '../../../src/model/held.ts';
import type { FilePlace } from '../../../src/model/campaign.ts';
import type { Failed, Stale } from '../../../src/model/failure.ts';
import { emptyResult, type Result } from '../../../src/model/result.ts';
import type { ApplyReport } from '../../../src/render/markdown/result-comment.ts';
import { campaignId, key } from '../builders.ts';

// The report of an action run, with only what matters to a test.

const NOTHING = emptyResult('production', { refused: undefined });
/** The report of a run that was reviewed and succeeded. */
export function report(result: Partial<Result>, more: Partial<ApplyReport> = {}): ApplyReport {
  return {
    result: { ...NOTHING, ...result },
    outcome: 'complete',
    plan: undefined,
    reviewed: 'require',
    reviewedIn: [],
    unreviewedWorkflow: 'unreviewed.yml',
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
/** The service refused it. Without `place`, it names a field that isn't in the file. */
export const failed = (
  name: string,
  message = 'It is not valid.',
  { status = 400, place }: { readonly status?: number; readonly place?: FilePlace | undefined } = {},
): Failed => ({
  key: key(name),
  cause: {
    ...{ code: 'refused', step: 'update', status, serviceCode: 'VALIDATION_FAILED', more: 0 },
    complaints: [{ target: place ? 'title' : '', message, place }],
  },
  responseId: null,
});
/** Something that was sent but could not be recorded. */
export const held = (name: string, reason: HeldReason, said = 'It can not be.') => ({
  key: key(name),
  ...blocked(
    reason,
    reason === 'not-reviewed'
      ? { code: 'not-reviewed', why: { kind: 'not-in-plan-file' } }
      : { code: 'edit-refused', status: null, said },
  ),
});
export const deferred = (name: string, resumeAt = '2031-01-01T10:59:41.000Z') => ({
  key: key(name),
  resumeAt,
});
export const stale = (name: string): Stale => ({
  key: key(name),
  cause: { code: 'other-run' },
});
export const unconfirmed = (name: string) => ({
  key: key(name),
  component: 'utm_params' as const,
  paths: ['/utm_term'],
});
