import pLimit from 'p-limit';
import type { Answer } from '../apply/ports.ts';
import type { CampaignId, Channel, Live } from '../model/campaign.ts';
import { isObject, type JsonObject } from '../model/json.ts';
import type { CampaignService } from './campaign-service.ts';

/** How many requests are sent at a time. */
const SIDE_BY_SIDE = 4;

/** Whose view a preview shows (open point W17). */
interface PreviewedUser {
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

/**
 * What is answered about each of these: the data, and the answer itself unless it wasn't asked for. After the first one
 * without data, no more is asked: a pause or a stop may wait for this.
 */
export async function askAboutEach<One>(
  service: Pick<CampaignService, 'counted'>,
  all: readonly One[],
  ask: (one: One) => Promise<Answer>,
): Promise<(readonly [One, JsonObject | undefined, Answer | undefined])[]> {
  const limit = pLimit(SIDE_BY_SIDE);
  let isSilent = false;
  return service.counted(all.length, (count) => {
    const asked = async (one: One) => {
      const answer = isSilent ? undefined : await ask(one);
      if (answer?.kind !== 'done') isSilent = true;
      count(1);
      return [one, answer?.kind === 'done' ? answer.data : undefined, answer] as const;
    };
    return Promise.all(all.map((one) => limit(() => asked(one))));
  });
}

/** Specification, Validate Campaign (open point W11): what is answered about each of these drafts. */
export function askValidate<One extends Pick<Live, 'documentId'>>(
  service: Pick<CampaignService, 'read' | 'counted'>,
  drafts: readonly One[],
): ReturnType<typeof askAboutEach<One>> {
  return askAboutEach(service, drafts, ({ documentId }) => {
    const path = `/v5/campaigns/${encodeURIComponent(documentId)}/validate`;
    return service.read('validate', { method: 'POST', path, body: {} });
  });
}

/** What keeps each of these drafts from being published, as far as the service answers. */
export async function readRefusals(
  service: Pick<CampaignService, 'read' | 'counted'>,
  drafts: readonly Pick<Live, 'id' | 'documentId'>[],
): Promise<ReadonlyMap<CampaignId, readonly string[]>> {
  const answers = await askValidate(service, drafts);
  return new Map(
    answers.map(([{ id }, data]) => {
      const findings = (data && findingsIn(data)) ?? [];
      return [id, findings.map(({ field, issue }) => [field, issue].filter(Boolean).join(': '))];
    }),
  );
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
