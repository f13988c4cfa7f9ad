// data/client-support.json from the data of caniemail: what mail clients don't show, as far as the text of an email tells it;
// and the families of clients that workspaces.yaml may name, in its schema.
import caniemail from 'caniemail/caniemail.json' with { type: 'json' };
import { readFileSync } from 'node:fs';

const { data, nicenames } = caniemail;
const tags = (...names) => Object.fromEntries(names.map((tag) => [`html-${tag}`, { tag }]));

/**
 * How each feature is found in a text. Patterns are regular expressions. Only what loses content or the layout is listed: a
 * client that ignores a shadow, a rounded corner or a font shows the same message in plainer form.
 */
const FOUND_BY = {
  'html-audio': { tag: 'audio', hasFallback: true },
  'html-video': { tag: 'video', hasFallback: true },
  'html-object': { tag: 'object', hasFallback: true },
  ...tags('svg', 'form'),
  'html-input-text': { tag: 'input', type: 'text|email|tel|number|search|url' },
  'html-input-checkbox': { tag: 'input', type: 'checkbox' },
  'html-input-radio': { tag: 'input', type: 'radio' },
  ...tags('select', 'textarea', 'dialog', 'meter', 'progress', 'marquee'),
  'html-image-maps': { tag: 'area' },
  'image-avif': { image: '\\.avif(?:$|[?#])' },
  'image-base64': { image: '^data:' },
  'image-heif': { image: '\\.hei[cf](?:$|[?#])' },
  'image-mp4': { image: '\\.mp4(?:$|[?#])' },
  'image-svg': { image: '\\.svg(?:$|[?#])' },
  'image-tiff': { image: '\\.tiff?(?:$|[?#])' },
  'image-webp': { image: '\\.webp(?:$|[?#])' },
  'css-column-count': { property: 'columns|column-count', value: '\\d' },
  'css-display-flex': { property: 'display', value: '^(?:inline-)?flex' },
  'css-display-grid': { property: 'display', value: '^(?:inline-)?grid' },
  'css-position': { property: 'position', value: '^(?:absolute|fixed|sticky)' },
  'css-writing-mode': { property: 'writing-mode', value: '^(?:vertical|sideways)' },
  'css-function-clamp': { property: '[\\w-]+', value: '\\bclamp\\(' },
  'css-function-max': { property: '[\\w-]+', value: '\\bmax\\(' },
  'css-function-min': { property: '[\\w-]+', value: '\\bmin\\(' },
  'css-modern-color': { property: '[\\w-]+', value: '\\b(?:ok)?l(?:ch|ab)\\(' },
  'css-unit-calc': { property: '[\\w-]+', value: '\\bcalc\\(' },
  'css-variables': { property: '[\\w-]+', value: '\\bvar\\(' },
};

/** Platforms that nobody can use any more: Microsoft ended Windows Mail with 2024. */
const DISCONTINUED = ['windows-mail'];

const features = Object.entries(FOUND_BY).map(([slug, foundBy]) => {
  const feature = data.find((one) => one.slug === slug);
  if (!feature)
    throw new Error(`caniemail has no feature ${slug} any more: change scripts/generate-client-support.mjs.`);
  const unsupported = Object.entries(feature.stats).flatMap(([family, platforms]) => {
    const names = Object.entries(platforms)
      .filter(([platform]) => !DISCONTINUED.includes(platform))
      .filter(([, versions]) => newest(versions).startsWith('n'))
      .map(([platform]) => nicenames.platform[platform] ?? platform);
    return names.length === 0 ? [] : [[family, names]];
  });
  return {
    name: feature.title.replace(/(<[^>]+>) element/, '$1'),
    ...foundBy,
    unsupported: Object.fromEntries(unsupported),
  };
});
const families = [...new Set(data.flatMap(({ stats }) => Object.keys(stats)))].sort();
const clients = Object.fromEntries(families.map((family) => [family, nicenames.family[family] ?? family]));

const schema = JSON.parse(
  readFileSync(new URL('../schemas/workspaces.schema.json', import.meta.url), 'utf8'),
);
schema.properties.policy.properties.mail_clients.items.enum = families;

export const files = {
  'data/client-support.json': JSON.stringify({ clients, features }),
  'schemas/workspaces.schema.json': JSON.stringify(schema),
};

/** What is known of the newest version: its names are years, dates or numbers, in order. */
function newest(versions) {
  return Object.values(versions).at(-1);
}
