import type { ComponentName, Desired, Live } from '../model/campaign.ts';
import type { Unpulled } from '../model/held.ts';
import { sameJson, withValueAt, type JsonValue } from '../model/json.ts';
import { inShapeOf, mergeComponent } from '../model/merge-component.ts';
import { rawValue } from '../model/raw-values.ts';
import type { Binding } from '../model/state.ts';
import { pullableValues } from './pullable-values.ts';

/** A campaign as its file, the service and the record have it. */
export interface Compared {
  readonly desired: Desired;
  readonly live: Live;
  readonly binding: Binding;
}

/** Which live values of these components no pull can write; empty if it can write all. */
export function unpulledIn(
  names: readonly ComponentName[],
  compared: Compared,
): { readonly unpulled?: Unpulled } {
  const found = names.map((name) => ({ name, ...unwritableIn(name, compared) }));
  const left = found.filter(({ sources }) => sources.length > 0);
  if (left.length === 0) return {};
  const sources = [...new Set(left.flatMap((one) => one.sources))];
  const components = left.map(({ name }) => name);
  const isAll = left.length === names.length;
  return {
    unpulled: { components, isAll, ...(left.some((one) => one.hasOwn) && { hasOwn: true }), sources },
  };
}

interface Left {
  readonly sources: readonly Unpulled['sources'][number][];
  readonly hasOwn: boolean;
}

function unwritableIn(name: ComponentName, compared: Compared): Left {
  const { variables, texts } = compared.desired;
  const { desired: said, ...seen } = pullableValues(name, compared);
  const next = mergeComponent(name, { file: said, ...seen }, 'live');
  // Values for a text may be variables, too. The text is the reference then, so it is placed last.
  const references: readonly (readonly [Unpulled['sources'][number], JsonValue])[] = [
    ...variables.map((one) => [one, { $var: one.name }] as const),
    ...texts.map((one) => [one, { $file: one.file, ...(one.isAssembled && { with: {} }) }] as const),
  ];
  const raw = references.reduce<JsonValue | undefined>(
    (value, [{ at }, reference]) => (at[0] === name ? withValueAt(value, at.slice(1), reference) : value),
    said,
  );
  const found: Unpulled['sources'][number][] = [];
  const shaped = name === 'campaign_content' ? inShapeOf(next, { raw, said }) : { raw, said };
  const written = rawValue(
    shaped.raw,
    { before: shaped.said, next },
    {
      placeText: (_, text) => text,
      unwritable: (one) => {
        if (one.kind === 'variable')
          found.push(...variables.filter((used) => used.name === one.name).slice(0, 1));
        if (one.kind === 'reference')
          found.push(...texts.filter(({ file }) => file === one.raw.$file).slice(0, 1));
        return 'stays';
      },
      path: [],
    },
  );
  return { sources: found, hasOwn: !sameJson(written, shaped.raw) };
}
