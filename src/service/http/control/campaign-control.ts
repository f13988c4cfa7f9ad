import type { CampaignRecord } from '../../domain/campaign/campaign-record.ts';
import { dueAt } from '../../domain/campaign/lifecycle.ts';
import { invalid, plain } from '../../domain/failure.ts';
import type { JsonObject, JsonValue } from '../../domain/json.ts';
import { documentsNamed } from '../operations/operation.ts';
import type { NamedDocuments } from '../../domain/quirks/named-documents.ts';
import type { Service } from '../service.ts';
import { advanceLifecycle } from '../../store/advance-lifecycle.ts';
import { refused, value, type Result } from './control-result.ts';
import { readListOrder, unknownWorkspace } from './list-order.ts';
import { readEdit, readSeed } from './seed-record.ts';

/** Stores records as given, with any channel and status. Either all of them are stored or none. */
export function seedCampaigns(service: Service, body: JsonObject): Result {
  const order = readListOrder(service, body, 'campaigns');
  if (order.kind === 'refused') return order;
  const { workspace, list } = order;
  const now = service.clock.now();
  const records: CampaignRecord[] = [];
  for (const [place, campaign] of list.entries()) {
    const read = readSeed(campaign, { ids: service.ids, now });
    if (read.kind === 'refused')
      return refused(invalid(['campaigns', place, ...read.path].join('.'), read.message));
    records.push(read.record);
  }
  service.store.atomically(() => {
    for (const record of records) service.store.campaigns.put(workspace, record, dueAt(record, now));
  });
  return value({ ids: records.map(({ id }) => id) });
}

/**
 * Edits a campaign manually, ignoring all locks. Looks in the workspace `app_key`, or without it in the first one that
 * has the campaign.
 */
export function editCampaign(service: Service, body: JsonObject, id: string): Result {
  const { store, clock } = service;
  const { app_key: named, ...edit } = body;
  const now = clock.now();
  advanceLifecycle(service, now);
  const workspaces = workspacesNamed(service, named);
  if (workspaces.length === 0) return unknownWorkspace();
  for (const workspace of workspaces) {
    const found = documentsByHand(service, workspace, id);
    if (!found) continue;
    const { named, live } = found;
    const read = readEdit(named, edit, now);
    if (read.kind === 'refused') return refused(invalid(read.path.join('.'), read.message));
    store.atomically(() => {
      if (named === live) store.campaigns.putLive(workspace, read.record, dueAt(read.record, now));
      else store.campaigns.put(workspace, read.record, null);
    });
    return value({ id: named.id });
  }
  return refused(plain(404, 'NOT_FOUND', `there is no campaign ${id}`));
}

/** The documents of a campaign, named by any of its identifiers. */
function documentsByHand(
  { store, quirks, features }: Service,
  appKey: string,
  id: string,
): NamedDocuments | null {
  const workspace = { appKey, features: features.of(appKey), scopes: new Set<string>() };
  return documentsNamed({ workspace, store, quirks: { ...quirks.current, documentIds: false } }, id);
}

/** The workspaces in which to look for a campaign: the named one, or all if none is named. */
function workspacesNamed({ options }: Service, named: JsonValue | undefined): readonly string[] {
  const all = options.workspaces.map(({ appKey }) => appKey);
  return named === undefined || named === null ? all : all.filter((name) => name === named);
}
