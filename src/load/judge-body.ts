import type { JsonObject } from '../model/json.ts';
import { bare } from '../model/show.ts';
import { as, type Coded } from './check.ts';
import type { Known } from './grade.ts';
import { checkShape } from './shape.ts';

interface Judged {
  readonly body: JsonObject;
  /** The names of all workspaces. */
  readonly workspaces: readonly string[];
  /** The delivery type of the campaign if it is bound. */
  readonly boundType: string | undefined;
  /** Whether a plan follows, which blocks a campaign of another type. */
  readonly isPlanned: boolean;
}

/**
 * What the schema finds in a body. Open point S6: a campaign keeps its type. If the file has another one, that is the
 * mistake, and not the fields that fit only the type of the campaign, or only that of the file.
 */
export function judgeShape({ body, workspaces, boundType, isPlanned }: Judged): readonly Coded[] {
  const found = checkShape(body, workspaces);
  const { campaign_delivery_type: type } = body;
  if (isPlanned || boundType === undefined || type === undefined || bare(type) === boundType) return found;
  const asBound = checkShape({ ...body, campaign_delivery_type: boundType }, workspaces);
  const known = new Set(asBound.map((one) => JSON.stringify(one)));
  const changed = { why: 'enum', seen: type, allowed: [boundType] } as const;
  return [
    as('VALUE', changed, { path: ['campaign_delivery_type'] }),
    ...found.filter((one) => known.has(JSON.stringify(one))),
  ];
}

/** What leaves it open what the file means around it. A field that the service ignores doesn't, nor what live has. */
export function mistakesIn(shape: readonly Coded[], { keeps }: Pick<Known, 'keeps'>): readonly Coded[] {
  return shape.filter(({ code, path, only }) => code !== 'UNKNOWN_FIELD' && !(only === 'new' && keeps(path)));
}
