import { COMPONENTS } from '../model/campaign.ts';

/** Our own names at the top level of a campaign file. */
export const OUR_KEYS = ['key', 'status', 'workspaces', 'overrides'];
/** Names of the service at the top level of a campaign file. */
export const BODY_KEYS = ['channel', 'campaign_delivery_type', ...COMPONENTS];
