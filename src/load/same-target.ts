import type { Finding } from '../model/findings.ts';
import { isJsonObject, type JsonValue } from '../model/json.ts';
import type { Source } from './yaml/source.ts';

/**
 * Two entries of workspaces.yaml for one workspace of the service, such as a copied entry that was not edited. The lease,
 * the state branch and the count of creations belong to a name, so each of the two would create and publish every
 * campaign. Only for the workspaces with these names. A warning, because their files may be different ones.
 */
export function sameTargets(source: Source, names: readonly string[]): Finding[] {
  const { value } = source;
  if (!isJsonObject(value) || !isJsonObject(value.workspaces)) return [];
  const first = new Map<string, string>();
  return Object.entries(value.workspaces).flatMap(([name, entry]) => {
    const target = targetOf(entry);
    if (target === undefined) return [];
    const other = first.get(target);
    if (other === undefined) first.set(target, name);
    return other !== undefined && (names.includes(name) || names.includes(other))
      ? [sameTarget(source, name, other)]
      : [];
  });
}

function sameTarget(source: Source, name: string, other: string): Finding {
  const path = ['workspaces', name];
  const at = { file: source.file, ...source.keyAt(path) };
  return { code: 'SAME_TARGET', params: { name, other }, at, path };
}

/** One text for all spellings of an address: with or without a slash, a default port or capitals in the host. */
function targetOf(entry: JsonValue): string | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { base_url: address, app_key: appKey } = entry;
  if (typeof address !== 'string' || typeof appKey !== 'string' || !URL.canParse(address)) return undefined;
  const { protocol, host, pathname } = new URL(address);
  return JSON.stringify([protocol, host.replace(/\.(?=:|$)/, ''), pathname.replace(/\/*$/, '/'), appKey]);
}
