import type {
  CampaignId,
  CampaignKey,
  CampaignStatus,
  Components,
  DesiredStatus,
} from '../model/campaign.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue } from '../model/json.ts';
import type { Intent } from '../model/state.ts';
import type { Action } from '../model/transitions.ts';

// The intents in journal/<run>.json, field by field. The names on disk are a format of their own: renaming a field of
// `Intent` must not make a program forget a creation that an older one began.

/** An intent as the schema of the journal describes it. */
export function encodeIntent(intent: Intent): JsonObject {
  return {
    kind: intent.kind,
    key: intent.key,
    change_id: intent.changeId,
    run: intent.run,
    at: intent.at,
    idempotency_key: intent.idempotencyKey,
    request_id: intent.requestId,
    file: intent.file,
    ...(intent.answered !== undefined && { answered: intent.answered }),
    ...ownFields(intent),
  };
}

function ownFields(intent: Intent): JsonObject {
  switch (intent.kind) {
    case 'create':
      return {
        channel: intent.channel,
        delivery_type: intent.deliveryType,
        name: intent.name,
        components: { ...intent.components },
        body: intent.body,
        ...(intent.sameNameCandidates && { same_name_candidates: intent.sameNameCandidates }),
        ...(intent.created !== undefined && { created: intent.created }),
        ...(intent.isTaken !== undefined && { is_taken: intent.isTaken }),
      };
    case 'update':
      return {
        campaign_id: intent.campaignId,
        components: { ...intent.components },
        ...(intent.before && { before: { ...intent.before } }),
      };
    case 'transition':
      return {
        campaign_id: intent.campaignId,
        action: intent.action,
        desired: intent.desired,
        ...(intent.from !== undefined && { from: intent.from }),
      };
  }
}

/** The schema of the journal accepted the value: each cast is to the type that it gives the field. */
export function decodeIntent(value: JsonObject): Intent {
  const common = {
    key: value.key as CampaignKey,
    changeId: value.change_id as string,
    run: value.run as string,
    at: value.at as number,
    idempotencyKey: value.idempotency_key as string,
    requestId: value.request_id as string,
    file: value.file as string,
    ...(value.answered !== undefined && { answered: value.answered as number }),
  };
  switch (value.kind as Intent['kind']) {
    case 'create':
      return {
        ...common,
        kind: 'create',
        channel: value.channel as string,
        deliveryType: value.delivery_type as string,
        name: value.name as string,
        components: value.components as Components,
        body: value.body as JsonObject,
        ...(value.same_name_candidates !== undefined && {
          sameNameCandidates: value.same_name_candidates as CampaignId[],
        }),
        ...(value.created !== undefined && { created: value.created as CampaignId }),
        ...(value.is_taken !== undefined && { isTaken: value.is_taken as boolean }),
      };
    case 'update':
      return {
        ...common,
        kind: 'update',
        campaignId: value.campaign_id as CampaignId,
        components: value.components as Components,
        ...(value.before !== undefined && { before: value.before as Components }),
      };
    case 'transition':
      return {
        ...common,
        kind: 'transition',
        campaignId: value.campaign_id as CampaignId,
        action: value.action as Action,
        desired: value.desired as DesiredStatus,
        ...(value.from !== undefined && { from: value.from as CampaignStatus }),
      };
  }
}

/** Version 1 had the names of the program at that time. */
const NAMES_IN_VERSION_1: Readonly<Record<string, string>> = {
  changeId: 'change_id',
  idempotencyKey: 'idempotency_key',
  requestId: 'request_id',
  deliveryType: 'delivery_type',
  campaignId: 'campaign_id',
  isTaken: 'is_taken',
  namesakes: 'same_name_candidates',
  sameNameCandidates: 'same_name_candidates',
};

/** A journal of any version, with the names of the newest one. */
export function upgradeJournal(journal: JsonObject): JsonObject {
  if (journal.format !== 'campaign-journal/1') return journal;
  return { ...journal, intents: isList(journal.intents) ? journal.intents.map(upgradeIntent) : null };
}

function upgradeIntent(intent: JsonValue): JsonValue {
  if (!isJsonObject(intent)) return intent;
  return Object.fromEntries(
    Object.entries(intent).map(([name, value]) => [NAMES_IN_VERSION_1[name] ?? name, value]),
  );
}
