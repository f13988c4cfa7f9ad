import { jsonText } from '../../model/json.ts';
import { outcomeOf, resumeAt, type Result } from '../../model/result.ts';
import { failureCode } from '../../model/failure.ts';
import { describeStale, failureText } from '../../messages/catalog/failures.ts';
import { heldText } from '../../messages/catalog/held.ts';
import { messageText } from '../../messages/catalog/row.ts';

/** A run's result as JSON for machines: `schemas/result.schema.json`. */
export function resultDocument(result: Result): string {
  return jsonText(toResultDocument(result));
}

export type ResultDocument = ReturnType<typeof toResultDocument>;

function toResultDocument(result: Result) {
  return {
    format: 'campaign-result/1' as const,
    workspace: result.workspace,
    outcome: outcomeOf(result),
    ...(result.refused && { reason: result.refused }),
    applied: result.applied.map(({ key, change, campaignId, components, responseId }) => ({
      key,
      change,
      campaign_id: campaignId,
      components,
      response_id: responseId,
    })),
    deferred: result.deferred.map(({ key, resumeAt: at }) => ({ key, resume_at: at })),
    stale: result.stale.map((one) => ({
      key: one.key,
      message: messageText(describeStale(one, result.workspace)),
    })),
    unconfirmed: result.unconfirmed,
    held: result.held.map((one) => ({
      key: one.key,
      reason: one.reason,
      message: heldText(one, result.workspace),
    })),
    failed: result.failed.map((one) => ({
      key: one.key,
      code: failureCode(one.cause),
      message: failureText(one, result.workspace),
      response_id: one.responseId,
    })),
    resume_at: resumeAt(result),
  };
}
