import { counted } from '../../model/show.ts';
import type { ComponentView } from './component-view.ts';
import { linesInTable, type ChangeView } from './change-view.ts';
import { diffLines } from './diff-lines.ts';
import { GROUP_AT_LEAST, groupBy } from './group.ts';

// An edit of a text file, a snippet or a variable changes every campaign that uses it. A reviewer reads such an edit once:
// the differences and the audience are exactly the same, and each campaign is named with its live status. Equal edits of
// files that share nothing stay separate, because each was made on its own.

/** One change, or the same change of several campaigns that use the same files or variables. */
export interface SharedEdit {
  /** At least one. */
  readonly changes: readonly [ChangeView, ...ChangeView[]];
  /** What all of them use: paths of files, names of variables. Empty for a single change. */
  readonly shared: readonly string[];
}

/** Changes in their order. Equal ones that come from one place are together, at the place of the first of them. */
export function sharedEdits(changes: readonly ChangeView[]): SharedEdit[] {
  return groupBy(changes, (change) => (canBeShared(change) ? sameness(change) : change.campaign.key))
    .flatMap((group) => {
      const [first, ...others] = group;
      if (!first) return [];
      const shared = sharedBy(group);
      if (group.length >= GROUP_AT_LEAST && shared.length > 0)
        return [{ changes: [first, ...others] as const, shared }];
      return group.map((one) => ({ changes: [one] as const, shared: [] }));
    })
    .sort((one, other) => changes.indexOf(one.changes[0]) - changes.indexOf(other.changes[0]));
}

/** `One edit in 23 campaigns`. */
export function sharedEditTitle({ changes }: Pick<SharedEdit, 'changes'>): string {
  return `One edit in ${counted(changes.length, 'campaign')}`;
}

/** The most files and variables that are named. */
const NAMED_AT_MOST = 3;

/** `All of them use campaigns/snippets/footer.html.` */
export function sharedEditWords({ shared }: Pick<SharedEdit, 'shared'>): string {
  const more = shared.length - NAMED_AT_MOST;
  const named = [...shared.slice(0, NAMED_AT_MOST), ...(more > 0 ? [`${more} more`] : [])];
  const last = named.pop() ?? '';
  return `All of them use ${named.length === 0 ? last : `${named.join(', ')} and ${last}`}.`;
}

/** What all of them change, once. The rest can be read in a shared file, if there is one. */
export function sharedComponents({ changes: [first], shared }: SharedEdit): readonly ComponentView[] {
  return first.components.map((one) => {
    const rest = one.rest.filter((file) => shared.includes(file));
    return rest.length === 0 ? one : { ...one, rest };
  });
}

/** Only edits. What creates, starts or stops a campaign is reviewed campaign by campaign. */
function canBeShared({ kind, campaign, components }: ChangeView): boolean {
  return kind === 'update' && campaign.transition === null && components.length > 0;
}

/** What a reader sees of a change, and all of what is cut: emails with the same edit may differ elsewhere. */
function sameness(change: ChangeView): string {
  const components = change.components.map((one) => [
    diffLines(one),
    one.rest.length > 0 && one.places.map(({ differences }) => differences),
  ]);
  return JSON.stringify([linesInTable(change), components]);
}

function sharedBy(changes: readonly ChangeView[]): string[] {
  const [first = [], ...others] = changes.map(({ campaign: { desired } }) =>
    desired
      ? [
          ...desired.sources.filter((file) => file !== desired.file),
          ...new Set(desired.variables.map(({ name }) => `the variable ${name}`)),
        ]
      : [],
  );
  return first.filter((one) => others.every((names) => names.includes(one)));
}
