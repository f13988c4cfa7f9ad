import { sameComponent } from '../model/canonical.ts';
import type { ComponentName, Desired, UsedVariable } from '../model/campaign.ts';
import {
  isJsonObject,
  sameJson,
  valueAt,
  withValueAt,
  type JsonObject,
  type JsonValue,
} from '../model/json.ts';
import type { Binding } from '../model/state.ts';

/**
 * The variables that account for the whole edit of these components, each once; none if the rest of a component was
 * edited, too. The record doesn't say whether the file referred to them at the last apply.
 */
export function editedVariables(
  names: readonly ComponentName[],
  { desired, binding }: { readonly desired: Desired; readonly binding: Pick<Binding, 'applied'> },
): readonly UsedVariable[] {
  const found = names.map((name) => variablesIn(name, desired, binding.applied[name]));
  if (found.some((variables) => variables.length === 0)) return [];
  return [...new Map(found.flat().map((one) => [one.name, one])).values()];
}

function variablesIn(
  name: ComponentName,
  { components, variables }: Desired,
  applied: JsonObject | undefined,
): readonly UsedVariable[] {
  const edited = variables.flatMap((variable) => {
    const [component, ...path] = variable.at;
    const former = component === name ? valueAt(applied, path) : undefined;
    const isEdited = former !== undefined && !sameJson(former, valueAt(components[name], path));
    return isEdited ? [{ variable, path, former }] : [];
  });
  const before = edited.reduce<JsonValue>(
    (value, { path, former }) => withValueAt(value, path, former),
    components[name] ?? {},
  );
  const isAll = isJsonObject(before) && sameComponent(name, before, applied);
  return isAll ? edited.map(({ variable }) => variable) : [];
}
