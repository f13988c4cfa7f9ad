import type { Finding } from '../model/findings.ts';
import type { JsonObject, Path } from '../model/json.ts';
import { check, type Checked, type Coded } from './check.ts';
import type { Known } from './grade.ts';
import { isOverridden, placeOfFound, type Making } from './locate.ts';
import type { RuleInputs } from './rules/rule.ts';
import { STAGES } from './rules/stages.ts';
import { campaignRoot, placesOf } from './schema/schema-place.ts';

type Given = Omit<Checked, 'sound'> & {
  /** What the schema finds. */
  readonly shape: readonly Coded[];
  /** Where something was found already. */
  readonly spoken: readonly Path[];
  /** What the file says without the override of the workspace, if there is one. */
  readonly usual?: Pick<Checked, 'body' | 'status'> & { readonly shape: readonly Coded[] };
};

/** What is wrong with a body, with positions. What only the override makes wrong names its workspace, unless its position does. */
export function findingsIn(making: Making, { shape, spoken, usual, ...given }: Given): Finding[] {
  const checks = check(STAGES, given, spoken);
  const everywhere =
    usual && new Set([...usual.shape, ...check(STAGES, { ...given, ...usual }, [])].map(identityOf));
  return [...shape, ...checks].map((found) => {
    const isOfOverride = everywhere?.has(identityOf(found)) === false;
    const because = isOfOverride ? making.workspace : undefined;
    const at = placeOfFound(found, making, { body: given.body, because });
    const isThere = found.code !== 'MISSING' && isOverridden(found.path, making);
    const isElsewhere = isOfOverride && !isThere;
    return { ...found, at, ...(isElsewhere && { workspace: making.workspace }) };
  });
}

function identityOf({ code, path, params }: Coded): string {
  return JSON.stringify([code, path, params]);
}

/** What decides on the severity of the findings of a body. */
export function gradedBy(inputs: Omit<RuleInputs, 'isSound'> & { readonly body: JsonObject }): Known {
  const { body, status, now, isPlanned, keepsLive } = inputs;
  const places = placesOf(campaignRoot(body.channel));
  return {
    bound: inputs.isBound,
    published: inputs.isPublished,
    ended: inputs.hasEnded,
    keeps: (path) => inputs.isBound && keepsLive({ place: path, body }),
    wanted: status,
    isPlanned,
    now,
    section: (path) => places.section(path),
  };
}
