import { WORDINGS, writtenComponents } from '../../edit/written-components.ts';
import { identityOf, type Desired, type Live } from '../../model/campaign.ts';
import { byCodeUnit, stableText } from '../../model/json.ts';
import type { LeftOut } from '../../model/import.ts';
import type { State } from '../../model/state.ts';
import type { WholeCampaigns } from './read-whole.ts';

/** Existing files, matched with the campaigns that they could describe. */
export interface Matched {
  /** Files that equal a live campaign: an interrupted import wrote them, and only the binding is missing. */
  readonly written: readonly { readonly live: Live; readonly desired: Desired }[];
  /** Campaigns that no file describes. */
  readonly fresh: readonly Live[];
  /** Campaigns for whose name, channel and type there is a file with other content. */
  readonly leftOut: readonly LeftOut[];
}

/** Files of a workspace without a binding. */
export function unboundFiles(desired: readonly Desired[], { bindings }: Pick<State, 'bindings'>): Desired[] {
  return desired.filter(({ key }) => !bindings.has(key));
}

/** Finds the campaigns that already have a file, so that none gets a second one. */
export function matchFiles({ campaigns, changing }: WholeCampaigns, files: readonly Desired[]): Matched {
  const left = new Map<string, Desired[]>();
  for (const file of files) left.set(identityOf(file), [...(left.get(identityOf(file)) ?? []), file]);
  const written: { live: Live; desired: Desired }[] = [];
  const others: Live[] = [];
  for (const live of [...campaigns].sort((a, b) => byCodeUnit(a.id, b.id))) {
    const same = left.get(identityOf(live)) ?? [];
    const texts = WORDINGS.map((wording) =>
      stableText({
        ...writtenComponents(live, { wording, changing: changing.get(live.id) ?? {} }).components,
      }),
    );
    const desired = same.find((file) => texts.includes(stableText({ ...file.components })));
    if (!desired) {
      others.push(live);
      continue;
    }
    written.push({ live, desired });
    left.set(
      identityOf(live),
      same.filter((file) => file !== desired),
    );
  }
  const leftOut = others.flatMap((live): LeftOut[] => {
    const [file] = left.get(identityOf(live)) ?? [];
    return file ? [{ id: live.id, live, reason: { code: 'file-exists', file: file.file } }] : [];
  });
  const fresh = others.filter((live) => leftOut.every(({ id }) => id !== live.id));
  return { written, fresh, leftOut };
}
