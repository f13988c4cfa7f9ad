import { isJsonObject, isList, valueAt, type JsonObject, type Path } from '../model/json.ts';
import { mistake, textsIn, type Rule } from './rule.ts';

// Rules about locales, variations and places that look at several values at once.

const CONTENT: Path = ['campaign_content', 'content'];

/** Specification, Push campaign_content, shape 2: content is keyed only by `default` and by locales that are listed. */
export const localesAreListed: Rule = ({ body }) => {
  const listed = valueAt(body, ['campaign_content', 'locales']);
  const known = ['default', ...(isList(listed) ? listed : [])];
  return localesOf(body)
    .filter(([locale]) => !known.includes(locale))
    .map(([locale]) => ({
      ...mistake(
        [...CONTENT, locale],
        'E_LOCALE',
        `the locale ${locale} is not listed`,
        `add it to locales: [${locale}]`,
      ),
      on: 'key',
    }));
};

/** Open point V9: with a manual distribution every locale has every variation. */
export const variationsAreThere: Rule = ({ body }) => {
  const count = valueAt(body, ['campaign_content', 'variation_details', 'no_of_variations']);
  const manual = valueAt(body, ['campaign_content', 'variation_details', 'distribution_type']) === 'MANUAL';
  if (!manual || typeof count !== 'number') return [];
  const wanted = Array.from({ length: Math.min(count, 100) }, (_, index) => `variation_${index + 1}`);
  return localesOf(body).flatMap(([locale, variations]) => {
    const missing = wanted.filter((name) => !(name in variations));
    if (missing.length === 0) return [];
    return [
      mistake(
        [...CONTENT, locale],
        'E_VARIATION',
        `${locale} has no ${missing.join(', ')}`,
        'write every variation under every locale',
      ),
    ];
  });
};

/** Open point V8: keys variation_1 to variation_N, whole percentages that add up to 100. */
export const distributionAddsUp: Rule = ({ body }) => {
  const at: Path = ['campaign_content', 'variation_details'];
  const path = [...at, 'manual_distribution_percentage'];
  const shares = valueAt(body, path);
  const count = valueAt(body, [...at, 'no_of_variations']);
  if (!isJsonObject(shares) || typeof count !== 'number') return [];
  const values = Object.values(shares).filter((share) => typeof share === 'number');
  if (values.length < Object.keys(shares).length) return [];
  const wanted = Array.from({ length: Math.min(count, 100) }, (_, index) => `variation_${index + 1}`);
  if (wanted.some((name) => !(name in shares)) || values.length !== count) {
    return [
      mistake(
        path,
        'E_DISTRIBUTION',
        `the shares are not those of ${count} variations`,
        `name exactly ${wanted.join(', ')}`,
      ),
    ];
  }
  const sum = values.reduce((total, share) => total + share, 0);
  return sum === 100
    ? []
    : [mistake(path, 'E_DISTRIBUTION', `the shares add up to ${sum}`, 'they must add up to 100')];
};

/** Specification, Geofences: names are unique; open point V12. */
export const geofencesDiffer: Rule = ({ body }) => {
  const path: Path = ['basic_details', 'geofences'];
  const places = valueAt(body, path);
  if (!isList(places)) return [];
  const names = places.map((place) => (isJsonObject(place) ? place.name : undefined));
  return names.flatMap((name, index) =>
    typeof name === 'string' && names.indexOf(name) < index
      ? [
          mistake(
            [...path, index, 'name'],
            'E_GEOFENCE_NAME',
            `the name "${name}" is taken by an earlier geofence`,
            'give each place a name of its own',
          ),
        ]
      : [],
  );
};

/** Days that the calendar has; JSON Schema only sees their shape. */
export const daysExist: Rule = ({ body }) =>
  textsIn(body).flatMap(({ path, text }) => {
    if (!/time$|^timebounds$/.test(String(path.at(-1)))) return [];
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:T|$)/.exec(text) ?? [];
    if (year === undefined) return [];
    const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
    if (date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day)) return [];
    return [mistake(path, 'E_FORMAT', `"${text}" is a day that never comes`, 'check the month and the day')];
  });

function localesOf(body: JsonObject): [string, JsonObject][] {
  const content = valueAt(body, CONTENT);
  if (!isJsonObject(content) || 'push' in content || 'email' in content) return [];
  return Object.entries(content).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]));
}
