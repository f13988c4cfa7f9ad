import type { Answer } from '../apply/ports.ts';
import type { Channel } from '../model/campaign.ts';
import { isObject, type JsonObject } from '../model/json.ts';
import type { CampaignService } from './campaign-service.ts';

/** Whose view a preview shows (open point W17). */
export interface PreviewedUser {
  readonly type: string;
  readonly value: string;
}

export interface PreviewCall {
  readonly channel: Channel;
  readonly user: PreviewedUser;
  /** A `campaign_content`. */
  readonly content: JsonObject;
  readonly event: Readonly<Record<string, string>>;
}

/** Specification, Personalized Preview. Its answer has the content as one user gets it. */
export function askPreview(
  service: Pick<CampaignService, 'read'>,
  { channel, user, content, event }: PreviewCall,
): Promise<Answer> {
  const body = {
    channel,
    user_identification: { ...user },
    campaign_content: content,
    ...(Object.keys(event).length > 0 && { event_attributes: event }),
  };
  const path = '/v5/personalization/preview';
  return service.read('preview', { method: 'POST', path, body, isNamed: true });
}

/** Specification, Validate Campaign (open point W11). */
export function askValidate(service: Pick<CampaignService, 'read'>, documentId: string): Promise<Answer> {
  const path = `/v5/campaigns/${encodeURIComponent(documentId)}/validate`;
  return service.read('validate', { method: 'POST', path, body: {} });
}

/** A problem that the service would have with publishing a draft. */
export interface ServiceFinding {
  /** Field names and list indexes, joined by dots; empty if it names none. */
  readonly field: string;
  readonly issue: string;
}

/** What keeps a draft from being published; undefined if the answer makes no sense. A valid one may lack `errors`. */
export function findingsIn({ valid, errors }: JsonObject): ServiceFinding[] | undefined {
  if (valid === true && (errors === undefined || errors === null)) return [];
  if (typeof valid !== 'boolean' || !Array.isArray(errors)) return undefined;
  const found = errors.map((one: unknown): ServiceFinding => {
    const { field, issue } = isObject(one) ? one : {};
    const said = typeof issue === 'string' ? issue : JSON.stringify(one);
    return { field: typeof field === 'string' ? field : '', issue: said };
  });
  return valid || found.length > 0 ? found : [{ field: '', issue: 'valid: false' }];
}
