import type { Components } from '../model/campaign.ts';
import {
  type PlannedCampaign,
  type Request,
  type Step,
  UNKNOWN_ID,
  UNKNOWN_REQUEST_ID,
} from '../model/plan.ts';
import { publishesVersion } from '../model/transitions.ts';
import type { Edit } from '../model/verify.ts';
import type { Intent } from '../model/state.ts';
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
  const binding = run.bindings.get(campaign.key);
  if (!binding) throw new Error(`A step for a campaign without a binding: ${campaign.key}`);
  const { campaignId } = binding;
  if (step.kind === 'update') {
    const { components, request } = step;
    const { updated_by: author } = request.body;
    const actor = typeof author === 'string' && { actor: author };
    return { ...common, kind: 'update', campaignId, components, before: campaign.base.components, ...actor };
  }
  const desired = campaign.desired?.status;
  if (!desired) throw new Error(`A transition that no file requests: ${campaign.key}`);
  const { action, from } = step.transition;
  const edit = publishesVersion(step.transition) ? editOf(campaign) : undefined;
  return { ...common, kind: 'transition', campaignId, action, desired, from, ...edit };
}

/** The update that a campaign's PUBLISH of a version depends on. */
export function editOf({ steps, base }: PlannedCampaign): Edit {
  const components = steps.flatMap((step) => (step.kind === 'update' ? [step.components] : []));
  return { components: Object.assign({}, ...components) as Components, before: base.components };
}

/** The exact request that the plan showed, with the values that only this run knows filled in. */
export function requestOf(
  step: Step,
  intent: Intent,
  documentId: string | undefined,
): { operation: WriteOperation; request: Request } {
  const { method, path: planned, body: shown } = step.request;
  const path = planned.replace(UNKNOWN_ID, encodeURIComponent(documentId ?? ''));
  const isUnknown = shown.request_id === UNKNOWN_REQUEST_ID;
  const body = isUnknown ? { ...shown, request_id: intent.requestId } : shown;
  return { operation: operationOf(step), request: { method, path, body } };
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
