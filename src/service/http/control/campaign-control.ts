import { dueAt } from '../../domain/campaign/lifecycle.ts';
import { plain, Refusal } from '../../domain/failure.ts';
import type { JsonObject, JsonValue } from '../../domain/json.ts';
import { findDocuments, type NamedDocuments } from '../operations/operation.ts';
import type { Service } from '../service.ts';
import { advanceLifecycle } from '../../store/advance-lifecycle.ts';
import { readEdit, readSeed } from './given-record.ts';
import { readList, unknownWorkspace } from './workspace-control.ts';

/** Stores records as given, with any channel and status. Either all of them are stored or none. */
export function seedCampaigns(service: Service, body: JsonObject): JsonObject {
  const { workspace, list } = readList(service, body, 'campaigns');
  const now = service.clock.now();
  const records = list.map((campaign, place) =>
    readSeed(campaign, { ids: service.ids, now, place: `campaigns.${place}` }),
  );
  service.store.atomically(() => {
    for (const record of records) service.store.campaigns.put(workspace, record, dueAt(record, now));
  });
  return { ids: records.map(({ id }) => id) };
}

/**
 * Edits a campaign manually, ignoring all locks. Looks in the workspace `app_key`, or without it in the first one that
 * has the campaign.
 */
export function editCampaign(service: Service, body: JsonObject, id: string): JsonObject {
  const { store, clock } = service;
  const { app_key: named, ...edit } = body;
  const now = clock.now();
  advanceLifecycle(service, now);
  const workspaces = workspacesNamed(service, named);
  if (workspaces.length === 0) throw unknownWorkspace();
  for (const workspace of workspaces) {
    const found = documentsByHand(service, workspace, id);
    if (!found) continue;
    const { named, live } = found;
    const edited = readEdit(named, edit, now);
    store.atomically(() => {
      if (named === live) store.campaigns.putLive(workspace, edited, dueAt(edited, now));
      else store.campaigns.put(workspace, edited, null);
    });
    return { id: named.id };
  }
  throw new Refusal(plain(404, 'NOT_FOUND', `there is no campaign ${id}`));
}

/** The documents of a campaign, named by any of its identifiers. */
function documentsByHand(
  { store, quirks, features }: Service,
  appKey: string,
  id: string,
): NamedDocuments | null {
  const none = new Set<string>();
  const workspace = { appKey, features: features.get(appKey) ?? none, scopes: none };
  return findDocuments({ workspace, store, quirks: { ...quirks.current, documentIds: false } }, id);
}

/** The workspaces in which to look for a campaign: the named one, or all if none is named. */
function workspacesNamed({ options }: Service, named: JsonValue | undefined): readonly string[] {
  const all = options.workspaces.map(({ appKey }) => appKey);
  return named === undefined || named === null ? all : all.filter((name) => name === named);
}
