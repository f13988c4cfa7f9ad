import type { CampaignKey } from '../model/campaign.ts';
import type { Finding } from '../model/findings.ts';
import { keyOf } from './key.ts';
import type { Head } from './read-head.ts';

// Two files with one key would overwrite each other's campaign. The file whose path is the key is the original. If no path
// is, only people know which file is the copy.

/** A file whose key another file has, too. */
export interface TakenKey {
  readonly head: Head;
  readonly by: Head;
}

/** The files that may be copies, each with one that has its key. Those of the original are added if `isChosen` leaves none. */
export function takenKeys(heads: readonly Head[], isChosen: (head: Head) => boolean): TakenKey[] {
  return [...byKey(heads).values()].flatMap((group): TakenKey[] => {
    const original = group.find(isNamedByPath);
    const others = group.filter((head) => head !== original);
    if (!original)
      return others.flatMap((head) => {
        const by = others.find((other) => other !== head);
        return by && isChosen(head) ? [{ head, by }] : [];
      });
    return others.flatMap((copy) => {
      if (isChosen(copy)) return [{ head: copy, by: original }];
      return isChosen(original) ? [{ head: original, by: copy }] : [];
    });
  });
}

function byKey(heads: readonly Head[]): ReadonlyMap<CampaignKey, Head[]> {
  const groups = new Map<CampaignKey, Head[]>();
  for (const head of heads) {
    const group = groups.get(head.key);
    if (group) group.push(head);
    else groups.set(head.key, [head]);
  }
  return groups;
}

function isNamedByPath({ source, snippets, key }: Head): boolean {
  const folder = snippets.slice(0, -'snippets'.length);
  return keyOf(source.file.slice(folder.length)) === key;
}

export function keyTaken({ head: { source, key }, by }: TakenKey): Finding {
  const at = { file: source.file, ...source.at(source.has(['key']) ? ['key'] : []) };
  return { code: 'KEY_TAKEN', params: { key, by: by.source.file }, at, path: ['key'] };
}
