import { MANAGE_SCOPE, PUBLISH_SCOPE, type Operation } from './operation.ts';
import { CONTROL_GROUP_CALLS, CREATE_CALLS, OTHER_CALLS, PREVIEW_CALLS } from '../../domain/rate-limits.ts';
import { campaignMeta } from './campaign-meta.ts';
import { createCampaign } from './create-campaign.ts';
import { previewContent } from './preview-content.ts';
import { publishCampaign } from './publish-campaign.ts';
import { childCampaigns, getCampaign, searchCampaigns, validateCampaign } from './read-campaigns.ts';
import { testCampaign } from './test-campaign.ts';
import { updateCampaign } from './update-campaign.ts';
import { updateControlGroup } from './update-control-group.ts';
import { updateStatus } from './update-status.ts';

const USUAL = {
  idempotencyKey: 'required',
  requestId: 'optional',
  body: 'required',
  scope: null,
  limits: OTHER_CALLS,
} as const;
const READ = { ...USUAL, kind: 'read' } as const;
const CHANGE = { ...USUAL, kind: 'write' } as const;
const KEYLESS = { idempotencyKey: 'ignored' } as const;

/**
 * The paths of the earlier version. Whether they need a key and what their limits are isn't specified; this is our
 * choice.
 */
const EARLIER = { ...CHANGE, idempotencyKey: 'optional', limits: [] } as const;

/** The paths of one campaign, in the current and the earlier version. */
const ONE = '/v5/campaigns/{campaign_id}';
const EARLIER_ONE = '/core-services/v1/campaigns/{campaign_id}';

/** All operations. Routing, limits, faults, the log and the description use these rows. Specification, Endpoints. */
export const OPERATIONS: readonly Operation[] = [
  {
    ...CHANGE,
    name: 'create',
    method: 'POST',
    path: '/v5/campaigns',
    requestId: 'required',
    limits: CREATE_CALLS,
    run: createCampaign,
  },
  { ...READ, name: 'search', method: 'POST', path: '/v5/campaigns/search', run: searchCampaigns },
  { ...READ, ...KEYLESS, name: 'get', method: 'GET', path: ONE, body: 'ignored', run: getCampaign },
  { ...CHANGE, name: 'update', method: 'PATCH', path: ONE, scope: MANAGE_SCOPE, run: updateCampaign },
  {
    ...READ,
    ...KEYLESS,
    name: 'validate',
    method: 'POST',
    path: `${ONE}/validate`,
    body: 'optional',
    run: validateCampaign,
  },
  { ...CHANGE, name: 'status', method: 'PATCH', path: `${ONE}/status`, run: updateStatus },
  { ...READ, name: 'meta', method: 'POST', path: '/v5/campaigns/meta', run: campaignMeta },
  { ...CHANGE, name: 'test', method: 'POST', path: '/v5/campaigns/test', run: testCampaign },
  {
    ...READ,
    name: 'preview',
    method: 'POST',
    path: '/v5/personalization/preview',
    limits: PREVIEW_CALLS,
    run: previewContent,
  },
  {
    ...EARLIER,
    name: 'publish',
    method: 'PATCH',
    path: EARLIER_ONE,
    scope: PUBLISH_SCOPE,
    run: publishCampaign,
  },
  {
    ...EARLIER,
    name: 'executions',
    kind: 'read',
    method: 'POST',
    path: `${EARLIER_ONE}/executions`,
    run: childCampaigns,
  },
  {
    ...EARLIER,
    name: 'control-group',
    method: 'PUT',
    path: '/core-services/v1/global-control-group/users',
    limits: CONTROL_GROUP_CALLS,
    run: updateControlGroup,
  },
];
