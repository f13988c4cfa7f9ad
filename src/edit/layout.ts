import { isList, type JsonValue } from '../model/json.ts';
import type { Live } from '../model/campaign.ts';
import { isKey } from '../load/key.ts';
import { reservedSegment } from '../load/portable-name.ts';
import { slugOf } from '../load/slug.ts';

/** The names that a layout may use. `group`: the team, else the first tag, else the delivery type. */
const PLACEHOLDERS = ['group', 'team', 'tag', 'type', 'channel', 'slug'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

/** The layout for keys if none is given. */
export const DEFAULT_LAYOUT = '{group}/{slug}';

/** Whether a text is a valid layout. */
export function isLayout(layout: string): boolean {
  const names = [...layout.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const areKnown = names.every((name) => PLACEHOLDERS.some((one) => one === name));
  return areKnown && names.includes('slug') && isNewKey(layout.replaceAll(/\{[^{}]*\}/g, 'x'));
}

/** Whether a new file can be written under a key, on Windows, too. Existing files may have any valid key. */
export function isNewKey(key: string): boolean {
  return isKey(key) && reservedSegment(key) === undefined;
}

/** The key that a layout gives to a campaign. A segment for which the campaign has no value is left out. */
export function keyByLayout(live: Live, layout: string): string {
  const values = placeholdersOf(live);
  return layout
    .split('/')
    .map((segment) => {
      const named = [...segment.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
      const filled = segment.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => values[name as Placeholder]);
      const isEmpty = named.length > 0 && named.every((name) => values[name as Placeholder] === '');
      return isEmpty ? '' : filled.replace(/^[^a-z0-9]+/, '');
    })
    .filter((segment) => segment !== '')
    .join('/');
}

function placeholdersOf({
  id,
  channel,
  deliveryType,
  name = '',
  components,
}: Live): Record<Placeholder, string> {
  const { team: saidTeam, tags } = components.basic_details ?? {};
  const [team, tag] = [slugOf(text(saidTeam)), slugOf(isList(tags) ? text(tags[0]) : '')];
  const [type, medium] = [slugOf(deliveryType), slugOf(channel)];
  // If a name has no usual Latin spelling, the end of the campaign's ID is used.
  const slug = slugOf(name) || `${medium}-${slugOf(id).slice(-8)}`;
  return { group: team || tag || type, team, tag, type, channel: medium, slug };
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
