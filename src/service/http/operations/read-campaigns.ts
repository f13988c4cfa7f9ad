import type { CampaignRecord } from '../../domain/campaign/campaign-record.ts';
import { startInstant } from '../../domain/campaign/lifecycle.ts';
import { localTimeToInstant, metaTime, wireTime } from '../../domain/campaign/local-time.ts';
import { publishErrors } from '../../domain/campaign/publish-validation.ts';
import { detail, refuseInvalid, shown, type Detail } from '../../domain/failure.ts';
import {
  defined,
  isList,
  listAt,
  objectAt,
  textAt,
  valueAt,
  type JsonObject,
  type JsonValue,
} from '../../domain/json.ts';
import { presentRecord, presentRow } from '../../domain/quirks/present-record.ts';
import { folded, type Page, type SearchQuery } from '../../store/campaign-table.ts';
import { shapeErrors } from '../request-body.ts';
import { documentsNamed, done, type Call, type Done } from './operation.ts';

/** Specification, Get Campaign. */
export function getCampaign(call: Call): Done {
  return done(presentRecord(documentsNamed(call, call.identifier).named, call));
}

/** Specification, Validate Campaign; the entries of `errors` are open point W11. */
export function validateCampaign(call: Call): Done {
  const { workspace, identifier, body, now } = call;
  refuseInvalid(shapeErrors('validate_request', body));
  const { named, live } = documentsNamed(call, identifier);
  const errors = publishErrors(named, { now, features: workspace.features, live });
  return done({
    valid: errors.length === 0,
    errors: errors.map(({ target, message }) => ({ field: target, issue: message })),
  });
}

/** The sends of a periodic campaign, latest first, in the envelope (W1) and beside it, as documented (W20). */
export function childCampaigns(call: Call): Done {
  const { workspace, identifier, body, store } = call;
  const { appKey } = workspace;
  refuseInvalid(shapeErrors('executions_request', body));
  const { campaign_id } = documentsNamed(call, identifier).live;
  const executions = store.campaigns.children(appKey, campaign_id, pageOf(body)).map((child) => {
    const { campaign_id, status } = child;
    return defined({ campaign_id, sent_time: textAt(child, 'sent_time') ?? undefined, status });
  });
  const data = { executions, total_instances: store.campaigns.countChildren(appKey, campaign_id) };
  return done(data, { beside: data });
}

/** Specification, Search Campaigns; request, rows and order are open points W12 and W13. */
export function searchCampaigns(call: Call): Done {
  const { workspace, body, store } = call;
  const found = store.campaigns.search(workspace.appKey, readQuery(body, 'search_request'));
  return done({ campaigns: found.map((record) => presentRow(record, call)) });
}

/** Specification, Get Campaign Meta; request and rows are open point W15. */
export function campaignMeta({ workspace: { appKey }, body, store }: Call): Done {
  const query = readQuery(body, 'meta_request');
  const rows = store.campaigns.search(appKey, query).map((record) => {
    const { campaign_id, campaign_delivery_type: type, parent_id, status } = record;
    const isParent = query.includesChildren && type === 'PERIODIC' && parent_id === undefined;
    const estimate = status === 'SCHEDULED' ? store.reachability.find(appKey, record.id) : null;
    return {
      ...metaOf(record),
      ...(isParent && { total_child_campaigns: store.campaigns.countChildren(appKey, campaign_id) }),
      reachability_details: estimate && { count: estimate.count, last_updated_time: metaTime(estimate.at) },
    };
  });
  return done({ campaigns: rows });
}

/** Fields that the record lacks are left out. */
function metaOf(record: CampaignRecord): JsonObject {
  const basic = objectAt(record, 'basic_details');
  const start = startInstant(record);
  return defined({
    campaign_id: record.campaign_id,
    version_number: record.version_number,
    channel: record.channel,
    platform: listAt(basic, 'platforms'),
    created_by: record.created_by,
    campaign_delivery_type: record.campaign_delivery_type,
    campaign_name: basic.name,
    campaign_team: basic.team,
    campaign_tags: listAt(basic, 'tags'),
    campaign_status: record.status,
    // A start that isn't a valid instant, as in a seeded record, stays as it is.
    campaign_start_time:
      start === null ? valueAt(record, 'scheduling_details', 'start_time') : metaTime(start),
    parent_campaign_id: record.parent_id,
    rejection_comment: record.status === 'DRAFT' ? record.rejection_comment : undefined,
  });
}

/** Reads a body and reports all its mistakes at once; metadata has one value where search has lists. */
function readQuery(body: JsonObject, schema: 'search_request' | 'meta_request'): SearchQuery {
  const fields = objectAt(body, 'campaign_fields');
  const from = dateIn(fields, 'from_date', '00:00:00');
  const to = dateIn(fields, 'to_date', '23:59:59.999');
  refuseInvalid([...shapeErrors(schema, body), ...from.details, ...to.details]);
  const isMeta = schema === 'meta_request';
  const [name, version] = [textAt(fields, 'name'), fields.version_number];
  return {
    ...pageOf(body),
    includesChildren: body.include_child_campaigns === true,
    includesArchived: isMeta || body.include_archive_campaigns === true,
    filters: {
      ids: textsIn(isMeta ? fields.id : fields.ids),
      channels: textsIn(fields.channels),
      createdBy: textsIn(fields.created_by),
      createdFrom: from.time,
      createdTo: to.time,
      deliveryTypes: textsIn(isMeta ? fields.delivery_type : fields.campaign_delivery_type),
      name: name === null ? undefined : folded(name),
      statuses: textsIn(fields.status),
      tags: textsIn(fields.tags),
      versionNumber: !isMeta && typeof version === 'number' ? version : undefined,
    },
  };
}

function pageOf({ limit, page }: JsonObject): Page {
  return { limit: Number(limit), page: Number(page) };
}

function textsIn(value: JsonValue | undefined): readonly string[] | undefined {
  return value === undefined ? undefined : (isList(value) ? value : [value]).map(String);
}

/** A date without a time means the start or the end of that day. */
function dateIn(
  fields: JsonObject,
  field: string,
  time: string,
): { readonly time: string | undefined; readonly details: readonly Detail[] } {
  const given = valueAt(fields, 'created_date', field);
  if (typeof given !== 'string') return { time: undefined, details: [] };
  const instant = localTimeToInstant(/^\d{4}-\d{2}-\d{2}$/.test(given) ? `${given}T${time}` : given, 'UTC');
  if (instant !== null) return { time: wireTime(instant), details: [] };
  const wanted = `must be a date such as 2024-01-01 or 2024-01-01T00:00:00, not ${shown(given)}`;
  return { time: undefined, details: [detail(`campaign_fields.created_date.${field}`, wanted)] };
}
