import type { JsonObject } from './json.ts';
import type { Request } from './plan.ts';

/** The placeholders of a planned request for what is known only when it is sent. */
export const UNKNOWN_ID = '{campaign_id}';
export const UNKNOWN_REQUEST_ID = '{request_id}';

/** Specification, Create Campaign Draft. */
export function creation(body: JsonObject): Request {
  return { method: 'POST', path: '/v5/campaigns', body };
}
