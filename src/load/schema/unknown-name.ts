import { isComponentName } from '../../model/campaign.ts';
import { isJsonObject, valueAt, type JsonValue, type Path } from '../../model/json.ts';
import { nearest, sameButForCase } from '../../model/nearest.ts';
import type { Coded } from '../check.ts';
import { namesIn, schemasAt, type Root } from './schema-place.ts';

// Fields that the schema doesn't list. The service stores them without an error and ignores them (open point V6), so
// that most of them are warnings. If one was meant to decide who gets a message or when, the message would go to others.

/** Our own names that people put into a component by mistake. */
const OF_FILES = ['status', 'workspaces', 'overrides', 'with'];

/** Components that decide who gets a message, and when. */
const DECIDING = ['segmentation_details', 'trigger_condition', 'scheduling_details'];
/** They, and those that limit it. */
const REACHING = [...DECIDING, 'delivery_controls', 'control_group_details', 'campaign_audience_limit'];

interface Around {
  readonly whole: JsonValue;
  readonly root: Root;
  readonly workspaces: readonly string[];
  /** Whether the service stores the field. */
  readonly isStored: boolean;
}

export function unknownName(path: Path, { whole, root, workspaces, isStored }: Around): Coded {
  const name = String(path.at(-1));
  const parent = path.slice(0, -1);
  const [component] = path;
  const map = valueAt(whole, parent);
  const free = namesIn(schemasAt(root, parent)).filter(
    (one) => !isJsonObject(map) || !Object.hasOwn(map, one),
  );
  const near = nearest(name, free) ?? (component === 'utm_params' ? `utm_${name}` : undefined);
  const put = sameButForCase(name, free);
  const of = parent.findLast((step) => typeof step === 'string');
  const found = { path, on: 'key' as const, ...(put !== undefined && { fix: { was: name, put } }) };
  // Without its own line above it, the field of a component belongs to the one before.
  const isOfOther =
    parent.length === 1 &&
    REACHING.some((one) => one !== component && namesIn(schemasAt(root, [one])).includes(name));
  const isCertain =
    !isStored || parent.length === 0 || isComponentName(name) || [...OF_FILES, ...workspaces].includes(name);
  if (!isCertain && !isOfOther && !DECIDING.includes(String(component)))
    return { ...found, code: 'UNKNOWN_FIELD', params: { why: 'unknown', name, of: of ?? '', near } };
  return {
    ...found,
    code: 'UNKNOWN_KEY',
    params: { name, near, of },
    ...(!isCertain && { only: 'new' as const }),
  };
}
