import {
  COMPONENTS,
  isComponentName,
  STATUSES,
  type CampaignId,
  type CampaignStatus,
  type Components,
  type Live,
  type UnknownPart,
} from '../model/campaign.ts';
import type { RecordProblem } from '../model/answer-problem.ts';
import { isChannel } from '../model/channel.ts';
import { isObject, type JsonObject } from '../model/json.ts';

/** A decoded record of Get or Search, a summary, or what is malformed. */
export type Decoded =
  | { readonly kind: 'record'; readonly live: Live; readonly versioned: boolean; readonly version: number }
  | { readonly kind: 'summary'; readonly id: CampaignId }
  | {
      readonly kind: 'malformed';
      readonly id: string | undefined;
      /** Given if the record says so. A campaign of another kind doesn't concern the search. */
      readonly of?: { readonly channel: unknown; readonly deliveryType: unknown };
      readonly problem: RecordProblem;
    };

/** Open points W3, W13, S8 to S10. */
export function decodeCampaign(value: unknown, from: 'get' | 'search'): Decoded {
  if (!isObject(value)) return malformed(undefined, 'a record');
  const documentId = value.id;
  const id = typeof value.campaign_id === 'string' ? value.campaign_id : documentId;
  if (typeof id !== 'string' || id === '') return malformed(undefined, 'id');
  const campaignId = id as CampaignId;
  const present = COMPONENTS.filter((name) => value[name] !== undefined && value[name] !== null);
  if (from === 'search' && (value.campaign_delivery_type === undefined || present.length === 0))
    return { kind: 'summary', id: campaignId };
  const { channel, campaign_delivery_type: deliveryType, status } = value;
  if (typeof status !== 'string' || status === '') return malformed(id, 'status');
  if (typeof channel !== 'string' || typeof deliveryType !== 'string')
    return malformed(id, 'channel or campaign_delivery_type');
  const misshapen = present.find((name) => !isObject(value[name]));
  if (misshapen) return { ...malformed(id, misshapen), of: { channel, deliveryType } };
  const components = Object.fromEntries(
    present.map((name) => [name, value[name] as JsonObject]),
  ) as Components;
  const name = components.basic_details?.name;
  const unknownParts = unknownPartsOf(value);
  return {
    kind: 'record',
    versioned: value.version_number !== undefined,
    version: typeof value.version_number === 'number' ? value.version_number : 0,
    live: {
      id: campaignId,
      documentId: typeof documentId === 'string' ? documentId : campaignId,
      channel,
      deliveryType,
      ...statusOf(status),
      name: typeof name === 'string' ? name : undefined,
      components,
      ...(typeof value.updated_at === 'string' && { updatedAt: value.updated_at }),
      ...(typeof value.updated_by === 'string' && { updatedBy: value.updated_by }),
      ...(unknownParts.length > 0 && { unknownParts }),
      readOnly: readOnlyBecause(value, channel),
    },
  };
}

/** Open points W3 and W15, and specification, Campaign record: what a record has besides its components. */
// prettier-ignore
const RECORD_FIELDS = new Set([
  'id', 'campaign_id', 'version_number', 'status', 'channel', 'campaign_delivery_type', 'request_id',
  'created_by', 'updated_by', 'created_at', 'updated_at', 'sent_time', 'flow_id', 'flow_name',
  'parent_id', 'sender_name', 'rejection_comment', 'platform', 'campaign_name', 'campaign_team',
  'campaign_tags', 'campaign_status', 'campaign_start_time', 'parent_campaign_id',
  'total_child_campaigns', 'reachability_details',
]);

function unknownPartsOf(record: Record<string, unknown>): UnknownPart[] {
  const isKnown = (name: string) => RECORD_FIELDS.has(name) || isComponentName(name);
  return Object.entries(record).flatMap(([name, value]) =>
    isKnown(name) || isEmpty(value) ? [] : [{ name, isObject: isObject(value) }],
  );
}

/** Open point W3: these mean the same as an absent field. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function readOnlyBecause(value: Record<string, unknown>, channel: string): Live['readOnly'] {
  if (isSaid(value.flow_id)) return 'flow-node';
  if (isSaid(value.parent_id)) return 'child';
  return isChannel(channel) ? undefined : 'channel';
}

function isSaid(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isStatus(value: unknown): value is CampaignStatus {
  return (STATUSES as readonly unknown[]).includes(value);
}

function malformed(id: string | undefined, part: string): Extract<Decoded, { kind: 'malformed' }> {
  return { kind: 'malformed', id, problem: { code: 'malformed', part, ...(id !== undefined && { id }) } };
}

/** Open point S12: an unknown status counts as ended. The known ones always keep their meaning. */
function statusOf(word: string): Pick<Live, 'status' | 'statusAs'> {
  const status = word.toUpperCase();
  return isStatus(status) ? { status } : { status: 'ARCHIVED', statusAs: word };
}
