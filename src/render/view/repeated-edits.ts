import type { CampaignKey } from '../../model/campaign.ts';
import type { ComponentView } from './component-view.ts';
import type { FieldDifference } from './three-way.ts';

// Campaigns that use the same text may differ in something else: their audience, or another edit. The edit of the text is
// shown at the first of them, which names the others; each of these says where it is shown.

/** Differences that are shown once, and the campaigns that have them; the first of these gives the place its name. */
export interface ShownTogether {
  readonly keys: readonly CampaignKey[];
  readonly components: readonly ComponentView[];
}

/** The differences of the group that begins with `key`, without edits of texts that an earlier group shows. */
export type WithoutRepeats = (
  components: readonly ComponentView[],
  key: CampaignKey | undefined,
) => ComponentView[];

/** `groups` are in the order in which they are shown. */
export function withoutRepeats(groups: readonly ShownTogether[]): WithoutRepeats {
  const users = new Map<string, (readonly CampaignKey[])[]>();
  for (const { keys, components } of groups)
    for (const id of new Set(components.flatMap(textEdits))) users.set(id, [...(users.get(id) ?? []), keys]);
  return (components, key) => components.map((one) => pointed(one, (id) => place(users.get(id), key)));
}

/** What a difference says about other campaigns; nothing if only one group has it. */
function place(
  [first = [], ...others]: readonly (readonly CampaignKey[])[] = [],
  key: CampaignKey | undefined,
): Pick<FieldDifference, 'alsoIn' | 'sameAs'> {
  const [home] = first;
  if (home === undefined || others.length === 0) return {};
  return home === key ? { alsoIn: others.flat() } : { sameAs: home };
}

function pointed(component: ComponentView, placeOf: (id: string) => ReturnType<typeof place>): ComponentView {
  const places = component.places.map(({ context, differences }) => ({
    context,
    differences: differences.map((one) => ({ ...one, ...placeOf(idOf(component, one) ?? '') })),
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
