import type { CampaignKey, Desired } from '../model/campaign.ts';
import type { SwappedFile } from '../model/moved.ts';
import type { Binding } from '../model/state.ts';
import { sameIdentity } from './same-name.ts';

/** A file, and what was last applied under its key. */
interface Managed {
  readonly file: Desired;
  readonly binding: Binding;
}

/**
 * Managed files that took each other's places: each has the name, channel and type that exactly one of the others had
 * at its last apply. Anything less complete may be an edit.
 */
export function swappedFiles(managed: readonly Managed[]): readonly SwappedFile[] {
  const changed = managed.filter(({ file, binding }) => !sameIdentity(file, binding));
  let found = changed.flatMap(({ file }) => {
    const [former, ...more] = changed.filter((other) => sameIdentity(file, other.binding));
    return former && more.length === 0 ? [{ from: former.binding.key, to: file.key, file: file.file }] : [];
  });
  for (;;) {
    const taken = found.map(({ from }) => from);
    const given = new Set(found.map(({ to }) => to));
    const isOnly = (key: CampaignKey) => taken.indexOf(key) === taken.lastIndexOf(key);
    const rest = found.filter(({ from, to }) => given.has(from) && taken.includes(to) && isOnly(from));
    if (rest.length === found.length) return rest;
    found = rest;
  }
}
