import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import { clip } from '../model/show.ts';
import { onKey, type Problem } from './problem.ts';

/**
 * Two entries for one workspace of the service, such as a copied entry that was not edited. The lease, the state branch
 * and the count of creations belong to a name, so each of the two would create and publish every campaign.
 */
export function judgeSameTargets(workspaces: JsonObject): Problem[] {
  const first = new Map<string, string>();
  return Object.entries(workspaces).flatMap(([name, entry]) => {
    const target = targetOf(entry);
    const other = target === undefined ? undefined : first.get(target);
    if (target !== undefined && other === undefined) first.set(target, name);
    return other === undefined ? [] : [sameTarget(name, other)];
  });
}

function sameTarget(name: string, other: string): Problem {
  const [one, that] = [clip(name), clip(other)];
  return onKey(
    ['workspaces', name],
    'E_SAME_TARGET',
    `${that} and ${one} have the same base_url and app_key; each keeps its own record, so every campaign would be created and sent twice`,
    `write the base_url and app_key of ${one}, or delete this entry and use ${that}`,
  );
}

/** The same text for each spelling of an address: with or without a slash, a default port or capitals in the host. */
function targetOf(entry: JsonValue): string | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { base_url: address, app_key: appKey } = entry;
  if (typeof address !== 'string' || typeof appKey !== 'string' || !URL.canParse(address)) return undefined;
  const { protocol, host, pathname } = new URL(address);
  return JSON.stringify([protocol, host.replace(/\.(?=:|$)/, ''), pathname.replace(/\/*$/, '/'), appKey]);
}
