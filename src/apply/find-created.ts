import { showsAll } from '../model/canonical.ts';
import { couldBe, type Live } from '../model/campaign.ts';
import { boundIds, type Intent } from '../model/state.ts';
import type { Run } from './run.ts';

export type CreateIntent = Extract<Intent, { kind: 'create' }>;

/** Unbound live campaigns with the intent's name, kind and content that were not there before; undefined when nobody can tell. */
export async function findCreated(run: Run, intent: CreateIntent): Promise<readonly Live[] | undefined> {
  const found = await run.options.remote.searchByName(intent.name);
  if (found.kind === 'unknown') return undefined;
  const bound = boundIds(run.bindings.values());
  const { components, namesakes = [] } = intent;
  return found.campaigns.filter(
    (live) =>
      couldBe(live, intent, bound) && !namesakes.includes(live.id) && showsAll(live.components, components),
  );
}
