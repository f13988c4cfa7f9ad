import type { CampaignKey } from '../model/campaign.ts';
import { type Request, type Step, UNKNOWN_ID, UNKNOWN_REQUEST_ID } from '../model/plan.ts';
import type { Intent } from '../model/state.ts';
import type { JsonObject } from '../model/json.ts';
import type { Work, Run } from './run.ts';
import type { WriteOperation } from './ports.ts';

/** What is recorded before a step is sent: enough to resolve it after a crash. */
export function intentFor({ campaign, step }: Work, run: Run): Intent {
  const { clock, chance, runId: name } = run.options;
  const common = {
    key: campaign.key,
    changeId: campaign.changeId ?? '',
    run: name,
    at: clock.now(),
    idempotencyKey: chance.uuid(),
    requestId: chance.uuid(),
    file: campaign.file ?? '',
  };
  if (step.kind === 'create') {
    const { desired } = campaign;
    if (!desired) throw new Error(`A creation without a file: ${campaign.key}`);
    const { channel, deliveryType, name: campaignName } = desired;
    const { components, request, sameNameCandidates } = step;
    return {
      ...common,
      kind: 'create',
      channel,
      deliveryType,
      name: campaignName,
      components,
      body: request.body,
      ...(sameNameCandidates.length > 0 && { sameNameCandidates }),
    };
  }
  const campaignId = idFor(run, campaign.key);
  if (step.kind === 'update') {
    const { components } = step;
    return { ...common, kind: 'update', campaignId, components, before: campaign.base.components };
  }
  const desired = campaign.desired?.status;
  if (!desired) throw new Error(`A transition that no file requests: ${campaign.key}`);
  const { action, from } = step.transition;
  return { ...common, kind: 'transition', campaignId, action, desired, from };
}

/** The exact request that the plan showed, with the values that only this run knows filled in. */
export function requestOf(
  step: Step,
  intent: Intent,
  documentId: string | undefined,
): { operation: WriteOperation; request: Request } {
  const id = encodeURIComponent(documentId ?? '');
  const request: Request = {
    method: step.request.method,
    path: step.request.path.replace(UNKNOWN_ID, id),
    body: withRequestId(step.request.body, intent.requestId),
  };
  return { operation: operationOf(step), request };
}

function withRequestId(body: JsonObject, requestId: string): JsonObject {
  return body.request_id === UNKNOWN_REQUEST_ID ? { ...body, request_id: requestId } : body;
}

/** The operation whose limits apply to a step. */
export function operationOf(step: Step): WriteOperation {
  switch (step.kind) {
    case 'create':
      return 'create';
    case 'update':
      return 'update';
    case 'transition':
      return step.transition.action === 'PUBLISH' ? 'publish' : 'status';
  }
}

function idFor(run: Run, key: CampaignKey) {
  const binding = run.bindings.get(key);
  if (!binding) throw new Error(`A step for a campaign without a binding: ${key}`);
  return binding.campaignId;
}
