import type { CampaignKey } from '../../model/campaign.ts';
import type { ChangeView } from './change-view.ts';
import type { ComponentView } from './component-view.ts';
import type { FieldDifference } from './three-way.ts';

// Campaigns that use the same text may differ in something else: their audience, or another edit. The edit of the text is
// shown at the first of them, which names the others; each of these says where it is shown.

/** The edits of texts that several changes have, shown at the first. `edits` are in the order in which they are shown. */
export function withoutRepeats<Edit extends Together>(edits: readonly Edit[]): Edit[] {
  const users = new Map<string, CampaignKey[][]>();
  for (const { changes } of edits)
    for (const id of new Set(changes[0].components.flatMap(textEdits)))
      users.set(id, [...(users.get(id) ?? []), changes.map(({ campaign }) => campaign.key)]);
  return edits.map((edit) => {
    const [first, ...others] = edit.changes;
    const shown = (change: ChangeView): ChangeView => ({
      ...change,
      components: change.components.map((one) => pointed(one, { key: first.campaign.key, users })),
    });
    return { ...edit, changes: [shown(first), ...others.map(shown)] };
  });
}

/** Changes that are shown together. */
interface Together {
  readonly changes: readonly [ChangeView, ...ChangeView[]];
}

/** Who has an edit: the keys of each group of campaigns that is shown together, in order. */
type UsersOf = ReadonlyMap<string, readonly (readonly CampaignKey[])[]>;

interface Shown {
  /** The first campaign of the group that the component belongs to. */
  readonly key: CampaignKey;
  readonly users: UsersOf;
}

function pointed(component: ComponentView, { key, users }: Shown): ComponentView {
  const places = component.places.map(({ context, differences }) => ({
    context,
    differences: differences.map((one): FieldDifference => {
      const [[home] = [], ...others] = users.get(idOf(component, one) ?? '') ?? [];
      if (home === undefined || others.length === 0) return one;
      return home === key ? { ...one, alsoIn: others.flat() } : { ...one, sameAs: home };
    }),
  }));
  const isCut = places.some(({ differences }) => differences.some((one) => one.isCut && !one.sameAs));
  return { ...component, places, rest: isCut ? component.rest : [] };
}

function textEdits(component: ComponentView): string[] {
  return component.places.flatMap(({ differences }) =>
    differences.flatMap((one) => idOf(component, one) ?? []),
  );
}

/** What identifies an edit of lines of a text; undefined for other differences, and for what isn't an edit of a file. */
function idOf({ name, cause }: ComponentView, one: FieldDifference): string | undefined {
  if (!one.edits || one.sides || cause !== '') return undefined;
  return JSON.stringify([name, one.context, one.field, one.exact]);
}
