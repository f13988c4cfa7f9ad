import { isChannel } from '../model/channel.ts';
import type { Finding } from '../model/findings.ts';
import { valueAt, type Path } from '../model/json.ts';
import { check, type Checked, type Coded } from './check.ts';
import type { Referred } from './fill-text.ts';
import type { Known } from './grade.ts';
import { isOverridden, placeOfFound, placeOfValue, type Making } from './locate.ts';
import type { RuleInputs } from './rules/rule.ts';
import { STAGES } from './rules/stages.ts';
import { campaignRoot, placesOf } from './schema/schema-place.ts';

type Given = Omit<Checked, 'sound'> & {
  /** What is wrong with references. */
  readonly referred: readonly Referred[];
  /** Where something was found already. */
  readonly spoken: readonly Path[];
  /** What the file says without the override of the workspace, if there is one. */
  readonly usual?: Pick<Checked, 'body' | 'status'>;
};

/** What is wrong with a body, with positions. What only the override makes wrong names its workspace, unless its position does. */
export function findingsIn(making: Making, { referred, spoken, usual, ...given }: Given): Finding[] {
  const ofReferences = referred.map((one) => ({ at: placeOfValue(one.path, making, one.on), ...one }));
  // Which components and fields a campaign has depends on its channel.
  if (!isChannel(given.body.channel)) return ofReferences;
  const checks = check(STAGES, given, spoken);
  const everywhere = usual && new Set(check(STAGES, { ...given, ...usual }, []).map(identityOf));
  const ofRules = checks.map((found) => {
    const isOfOverride = everywhere?.has(identityOf(found)) === false;
    const because = isOfOverride ? making.workspace : undefined;
    const at = placeOfFound(found, making, { body: given.body, because });
    const isThere = isOverridden(found.path, making) && valueAt(given.body, found.path) !== undefined;
    const isElsewhere = isOfOverride && !isThere;
    return { ...found, at, ...(isElsewhere && { workspace: making.workspace }) };
  });
  return [...ofReferences, ...ofRules];
}

function identityOf({ code, path, params }: Coded): string {
  return JSON.stringify([code, path, params]);
}

/** What decides on the severity of the findings of a body. */
export function gradedBy(inputs: RuleInputs): Known {
  const { body, status, now, isPlanned, keepsLive } = inputs;
  const places = placesOf(campaignRoot(body.channel));
  return {
    bound: inputs.isBound,
    published: inputs.isPublished,
    ended: inputs.hasEnded,
    keeps: (path) => isUnmanaged(path, inputs) || keepsLive({ place: path, body }),
    wanted: status,
    isPlanned,
    publishes: inputs.publishes,
    now,
    section: (path) => places.section(path),
  };
}

/** A component that the file of a live campaign omits stays as it is. */
function isUnmanaged([name, ...inside]: Path, { body, isPublished }: RuleInputs): boolean {
  return isPublished && inside.length === 0 && typeof name === 'string' && body[name] === undefined;
}
