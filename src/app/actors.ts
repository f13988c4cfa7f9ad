import type { CampaignKey, Desired } from '../model/campaign.ts';
import { EXIT } from '../model/exit.ts';
import type { Workspace } from '../model/workspace.ts';
import type { LastChange } from '../git/repository.ts';
import type { Context } from './context.ts';
import { UserFailure } from './process/user-failure.ts';

/** A person as git and the service know them. */
export interface Actor {
  readonly name: string;
  readonly email: string;
}

/**
 * The person responsible for each campaign: the author of the last commit that touched its files, otherwise the actor.
 */
export async function findActors(
  { repository, folder, interaction }: Context,
  workspace: Workspace,
  desired: readonly Desired[],
): Promise<ReadonlyMap<CampaignKey, Actor>> {
  const outside = desired.flatMap(({ sources }) => sources.filter((file) => !folder.contains(file)));
  const { changes, shallow } =
    workspace.actorFrom === 'fixed'
      ? { changes: new Map<string, LastChange>(), shallow: false }
      : await repository.lastChanges([folder.path, ...new Set(outside)]);
  // A file that isn't committed yet has no author but the user.
  const isNew = (one: Desired) => !shallow && one.sources.every((source) => !changes.has(source));
  const here = workspace.actor === undefined && desired.some(isNew) ? await repository.person() : undefined;
  let cut = 0;
  const actors = desired.map(({ key, sources, file }): [CampaignKey, Actor] => {
    const last = sources.flatMap((source) => changes.get(source) ?? []).sort((a, b) => a.order - b.order)[0];
    if (last && isUsable(last.email)) return [key, { name: last.name, email: last.email }];
    if (!last && here && isUsable(here.email)) return [key, here];
    if (!last && shallow) cut += 1;
    return [key, { ...fallback(workspace, file), ...(last?.name && { name: last.name }) }];
  });
  if (cut > 0) {
    interaction.progress({ kind: 'shallow-clone', campaigns: cut });
  }
  return new Map(actors);
}

/** The user, as git knows them; otherwise the workspace's actor. */
export async function personHere({ repository }: Context, { actor = 'unknown' }: Workspace): Promise<Actor> {
  const person = await repository.person();
  if (person && isUsable(person.email)) return person;
  return { name: person?.name || actor, email: actor };
}

/**
 * An address that can receive mail. A noreply address means nothing to the service's users, but the audit trail keeps
 * the name that belongs to it.
 */
function isUsable(email: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(email) && !/no-?reply/i.test(email);
}

function fallback(workspace: Workspace, file: string): Actor {
  if (workspace.actor) return { name: workspace.actor, email: workspace.actor };
  throw new UserFailure(EXIT.INVALID, { code: 'no-author', file, workspace: workspace.name });
}
