import type { DesiredStatus } from '../model/campaign.ts';
import { isChannel } from '../model/channel.ts';
import type { Finding } from '../model/findings.ts';
import { valueAt, type JsonObject, type Path } from '../model/json.ts';
import type { PlacedValue } from '../model/kept-value.ts';
import { check, type Checked, type Coded } from './check.ts';
import type { Known } from './grade.ts';
import { isOverridden, placeOfFound, type Making } from './locate.ts';
import { STAGES } from './stages.ts';

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
  // Which components and fields a campaign has depends on its channel.
  const stages = isChannel(given.body.channel) ? STAGES : [];
  const checks = check(stages, given, spoken);
  const everywhere =
    usual && new Set([...usual.shape, ...check(stages, { ...given, ...usual }, [])].map(identityOf));
  return [...shape, ...checks].map((found) => {
    const isOfOverride = everywhere?.has(identityOf(found)) === false;
    const because = isOfOverride ? making.workspace : undefined;
    const at = placeOfFound(found, making, { body: given.body, because });
    const isThere = isOverridden(found.path, making) && valueAt(given.body, found.path) !== undefined;
    const isElsewhere = isOfOverride && !isThere;
    return { ...found, at, ...(isElsewhere && { workspace: making.workspace }) };
  });
}

function identityOf({ code, path, params }: Coded): string {
  return JSON.stringify([code, path, params]);
}

/** What is known of a campaign besides its file. */
export interface Knowledge extends Pick<
  Known,
  'bound' | 'published' | 'ended' | 'isPlanned' | 'publishes' | 'now'
> {
  readonly keepsLive: (value: PlacedValue) => boolean;
}

/** What decides on the severity of the findings of a body. */
export function gradedBy(
  body: JsonObject,
  wanted: DesiredStatus | undefined,
  { keepsLive, ...known }: Knowledge,
): Known {
  /** A component that the file of a live campaign omits stays as it is. */
  const isUnmanaged = ([name, ...inside]: Path) =>
    known.published && inside.length === 0 && typeof name === 'string' && body[name] === undefined;
  return {
    ...known,
    keeps: (path) => known.bound && (isUnmanaged(path) || keepsLive({ place: path, body })),
    wanted,
  };
}
