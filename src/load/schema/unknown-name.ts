import { isComponentName } from '../../model/campaign.ts';
import { isJsonObject, valueAt, type JsonValue, type Path } from '../../model/json.ts';
import { nearest, sameButForCase } from '../../model/nearest.ts';
import type { Coded } from '../check.ts';
import type { Places } from './schema-place.ts';

// Fields that the schema doesn't list. The service stores them without an error and ignores them (open point V6), so
// that most of them are warnings. If one was meant to decide who gets a message or when, the message would go to others.

/** Our own names that people put into a component by mistake. */
const OF_FILES = ['status', 'workspaces', 'overrides'];

/** Components that decide who gets a message, and when. */
const DECIDING = ['segmentation_details', 'trigger_condition', 'scheduling_details'];
/** They, and those that limit it. */
const REACHING = [...DECIDING, 'delivery_controls', 'control_group_details', 'campaign_audience_limit'];
/** The filters of a component, which do nothing anywhere else. */
const FILTERS = ['included_filters', 'excluded_filters', 'secondary_included_filters'];

interface Around {
  readonly whole: JsonValue;
  readonly places: Places;
  /** Whether only the closed copy of the schema refuses the name, so that the service stores it. */
  readonly isListed: boolean;
}

export function unknownName(path: Path, { whole, places, isListed }: Around): Coded {
  const name = String(path.at(-1));
  const parent = path.slice(0, -1);
  const map = valueAt(whole, parent);
  const names = places.names(parent);
  const free = names.filter((one) => !isJsonObject(map) || !Object.hasOwn(map, one));
  const near = nearName(path, free);
  const put = sameButForCase(name, free);
  const of = parent.findLast((step) => typeof step === 'string');
  const found = { path, on: 'key' as const, ...(put !== undefined && { fix: { was: name, put } }) };
  const isOfAnother =
    parent.length === 1 &&
    REACHING.some((one) => one !== parent[0] && places.names([one]).includes(name)) &&
    name !== 'filters';
  const isCertain =
    !isListed ||
    parent.length === 0 ||
    parent.at(-1) === 'content' ||
    isComponentName(name) ||
    OF_FILES.includes(name) ||
    (DECIDING.includes(String(path[0])) &&
      (near !== undefined || names.includes(name) || FILTERS.includes(name)));
  const isOfAudience = parent.length === 1 && parent[0] === 'segmentation_details';
  if (isCertain || isOfAnother || isOfAudience) {
    const known = near === undefined && free.length > 0 ? { known: free } : {};
    const params = { name, near, of, ...known };
    return { ...found, code: 'UNKNOWN_KEY', params, ...(!isCertain && { only: 'new' }) };
  }
  return { ...found, code: 'UNKNOWN_FIELD', params: { why: 'unknown', name, of: of ?? '', near } };
}

/** The known name that was probably meant. The names of tracking parameters begin with utm_. */
function nearName(path: Path, free: readonly string[]): string | undefined {
  const name = String(path.at(-1));
  const near = nearest(name, free);
  if (near !== undefined || path[0] !== 'utm_params') return near;
  const prefixed = `utm_${name.replace(/^utm[_-]?/i, '').toLowerCase()}`;
  return nearest(prefixed, free, 1) ?? prefixed;
}
