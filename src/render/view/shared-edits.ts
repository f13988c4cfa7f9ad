import { counted } from '../../model/show.ts';
import type { ComponentView } from './component-view.ts';
import { linesInTable, type ChangeView } from './change-view.ts';
import { diffLines } from './diff-lines.ts';
import { editLines } from './line-diff.ts';
import { groupBy } from '../../model/grouping.ts';
import { GROUP_AT_LEAST, SECTION_AT_MOST } from './group.ts';
import { withoutRepeats } from './repeated-edits.ts';

// An edit of a text file, a snippet or a variable changes every campaign that uses it. A reviewer reads such an edit once:
// the differences and the audience are exactly the same, and each campaign is named with its live status. Texts that share
// nothing may be copies of each other: the same edit of a footer in 23 emails is shown once, too. The edits are compared in
// full, not as they are cut for a reader. Other equal edits of files that share nothing stay separate, because each was
// made on its own.

/** One change, or the same change of several campaigns. */
export interface SharedEdit {
  /** At least one. */
  readonly changes: readonly [ChangeView, ...ChangeView[]];
  /** What all of them use: paths of files, names of variables. Empty for a single change, and if they share nothing. */
  readonly shared: readonly string[];
}

/** Changes in their order. Equal ones are together, at the place of the first of them. */
export function sharedEdits(changes: readonly ChangeView[]): SharedEdit[] {
  const edits = groupedEdits(changes);
  const isShort = edits.filter((edit) => edit.changes.length === 1).length <= SECTION_AT_MOST;
  if (!isShort) return edits;
  const groups = edits.map((edit) => ({
    keys: edit.changes.map(({ campaign }) => campaign.key),
    components: edit.changes[0].components,
  }));
  const shown = withoutRepeats(groups);
  return edits.map((edit) => {
    const [first, ...others] = edit.changes;
    const pointed = (change: ChangeView) => ({
      ...change,
      components: shown(change.components, first.campaign.key),
    });
    return { ...edit, changes: [pointed(first), ...others.map(pointed)] };
  });
}

function groupedEdits(changes: readonly ChangeView[]): SharedEdit[] {
  return groupBy(changes, (change) => (canBeShared(change) ? sameness(change) : change.campaign.key))
    .flatMap((group) => {
      const [first, ...others] = group;
      if (!first) return [];
      const shared = sharedBy(group);
      if (group.length >= GROUP_AT_LEAST && (shared.length > 0 || isTextEdit(first)))
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
  if (shared.length === 0)
    return 'They use no common file or variable. The edit to the text is exactly the same in each.';
  const more = shared.length - NAMED_AT_MOST;
  const named = [...shared.slice(0, NAMED_AT_MOST), ...(more > 0 ? [`${more} more`] : [])];
  const last = named.pop() ?? '';
  return `All of them use ${named.length === 0 ? last : `${named.join(', ')} and ${last}`}.`;
}

/**
 * What all of them change, once. The lines next to an edit are shown if they are the same in all campaigns. The rest can be
 * read in a shared file, if there is one.
 */
export function sharedComponents({
  changes: [first, ...others],
  shared,
}: SharedEdit): readonly ComponentView[] {
  return first.components.map((one, at) => {
    const own = JSON.stringify(diffLines(one));
    const isSame = others.every(({ components }) =>
      components.slice(at, at + 1).some((other) => JSON.stringify(diffLines(other)) === own),
    );
    const rest = one.rest.filter((file) => shared.includes(file));
    return { ...(isSame ? one : withoutContext(one)), rest: rest.length === 0 ? one.rest : rest };
  });
}

function withoutContext(component: ComponentView): ComponentView {
  const places = component.places.map((place) => ({
    ...place,
    differences: place.differences.map((one) => (one.edits ? { ...one, lines: editLines(one.edits) } : one)),
  }));
  return { ...component, places };
}

/** Only edits. What creates, starts or stops a campaign is reviewed campaign by campaign. */
function canBeShared({ kind, campaign, components }: ChangeView): boolean {
  return kind === 'update' && campaign.transition === null && components.length > 0;
}

/** What a reader sees of a change, and in full what differs. */
function sameness(change: ChangeView): string {
  const components = change.components.map(({ name, cause, places }) => [
    name,
    cause,
    places.map(({ context, differences }) => [
      context,
      differences.map(({ field, was, now, lines, sides, exact }) => [
        field,
        exact ?? [was, now, lines, sides],
      ]),
    ]),
  ]);
  return JSON.stringify([linesInTable(change, { isShared: true }), components]);
}

/** Whether lines of a text were edited in the files, and all that differs is compared in full. */
function isTextEdit({ components }: ChangeView): boolean {
  const differences = components.flatMap(({ places }) => places.flatMap((place) => place.differences));
  return (
    differences.some(({ edits }) => edits !== undefined) &&
    differences.every(({ exact }) => exact !== undefined) &&
    components.every(({ cause, places }) => cause === '' && places.length > 0)
  );
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
