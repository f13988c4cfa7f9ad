import { MANAGE_SCOPE, PUBLISH_SCOPE, type Operation } from './operation.ts';
import { CONTROL_GROUP_CALLS, CREATE_CALLS, OTHER_CALLS, PREVIEW_CALLS } from '../../domain/rate-limits.ts';
import { previewContent, testCampaign } from './test-campaign.ts';
import {
  campaignMeta,
  childCampaigns,
  getCampaign,
  searchCampaigns,
  validateCampaign,
} from './read-campaigns.ts';
import {
  publishCampaign,
  updateControlGroup,
  updateStatus,
  createCampaign,
  updateCampaign,
} from './write-campaigns.ts';

const USUAL = {
  idempotencyKey: 'required',
  requestId: 'optional',
  body: 'required',
  scope: null,
  limits: OTHER_CALLS,
} as const;
const READ = { ...USUAL, kind: 'read', method: 'POST' } as const;
const CHANGE = { ...USUAL, kind: 'write', method: 'PATCH' } as const;
const KEYLESS = { idempotencyKey: 'ignored' } as const;

/** Whether the paths of the earlier version need a key and what their limits are isn't specified; this is our choice. */
const EARLIER = { idempotencyKey: 'optional', limits: [] } as const;
const GROUP = { ...CHANGE, ...EARLIER, limits: CONTROL_GROUP_CALLS } as const;
const CREATE = { ...CHANGE, requestId: 'required', limits: CREATE_CALLS } as const;

/** The paths of one campaign, in the current and the earlier version. */
const ONE = '/v5/campaigns/{campaign_id}';
const EARLIER_ONE = '/core-services/v1/campaigns/{campaign_id}';
const USERS = '/core-services/v1/global-control-group/users';
const PREVIEW = '/v5/personalization/preview';

/** All operations. Routing, limits, faults, the log and the description use these rows. Specification, Endpoints. */
export const OPERATIONS: readonly Operation[] = [
  { ...CREATE, name: 'create', method: 'POST', path: '/v5/campaigns', run: createCampaign },
  { ...READ, name: 'search', path: '/v5/campaigns/search', run: searchCampaigns },
  { ...READ, ...KEYLESS, name: 'get', method: 'GET', path: ONE, body: 'ignored', run: getCampaign },
  { ...CHANGE, name: 'update', path: ONE, scope: MANAGE_SCOPE, run: updateCampaign },
  { ...READ, ...KEYLESS, name: 'validate', path: `${ONE}/validate`, body: 'optional', run: validateCampaign },
  { ...CHANGE, name: 'status', path: `${ONE}/status`, run: updateStatus },
  { ...READ, name: 'meta', path: '/v5/campaigns/meta', run: campaignMeta },
  { ...CHANGE, name: 'test', method: 'POST', path: '/v5/campaigns/test', run: testCampaign },
  { ...READ, name: 'preview', path: PREVIEW, limits: PREVIEW_CALLS, run: previewContent },
  { ...CHANGE, ...EARLIER, name: 'publish', path: EARLIER_ONE, scope: PUBLISH_SCOPE, run: publishCampaign },
  { ...READ, ...EARLIER, name: 'executions', path: `${EARLIER_ONE}/executions`, run: childCampaigns },
  { ...GROUP, name: 'control-group', method: 'PUT', path: USERS, run: updateControlGroup },
];
