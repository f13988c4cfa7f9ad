import { showsAll } from '../model/canonical.ts';
import { couldBe, type CampaignKey, type Live } from '../model/campaign.ts';
import { boundIds, componentNames, type Binding, type Intent } from '../model/state.ts';
import type { Remote } from './ports.ts';

export type CreateIntent = Extract<Intent, { kind: 'create' }>;

/** What a search for a creation needs of a run. */
export interface Searching {
  readonly options: { readonly remote: Pick<Remote, 'searchByName'> };
  readonly bindings: ReadonlyMap<CampaignKey, Binding>;
}

/** Unbound live campaigns with the intent's name, kind and content that were not there before; undefined when nobody can tell. */
export async function findCreated(
  { options, bindings }: Searching,
  intent: CreateIntent,
): Promise<readonly Live[] | undefined> {
  const found = await options.remote.searchByName(intent, componentNames(intent.components));
  if (found.kind === 'unknown') return undefined;
  const bound = boundIds(bindings.values());
  const { components, namesakes = [] } = intent;
  return found.campaigns.filter(
    (live) =>
      couldBe(live, intent, bound) && !namesakes.includes(live.id) && showsAll(live.components, components),
  );
}
