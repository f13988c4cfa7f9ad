import { isJsonObject, valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import { clip } from '../../model/show.ts';
import { isSupported } from '../../model/transitions.ts';
import type { Checked, Found, FoundIn, Rule } from '../check.ts';
import type { ContentText } from '../content/texts.ts';
import { preferredSpelling } from '../preferred-spelling.ts';
import { conflictMarker } from '../yaml/parse-yaml.ts';
import { isInside, READ_BY_PEOPLE } from './placed.ts';

const DETAILS = 'basic_details';
const NAME: Path = [DETAILS, 'name'];

/** Rules about single fields and texts, wherever they are. */
export const FIELD_RULES: readonly Rule[] = [
  { stage: 'always', code: 'MERGE_CONFLICT', find: conflict },
  { stage: 'always', code: 'REFERENCE', find: lostReference },
  { stage: 'advice', code: 'NAME', check: ({ body }) => changeableName(body) },
  { stage: 'advice', code: 'TEXT', find: blanksAround },
  { stage: 'advice', code: 'SPELLING', find: otherSpelling },
  { stage: 'advice', code: 'SUBJECT', find: linesOfSubject },
  { stage: 'always', code: 'MISSING', check: ({ body }) => nameOf(body) },
  { stage: 'always', code: 'MISSING', check: projectsOf },
  { stage: 'always', code: 'FEATURE', check: featuresOf },
  { stage: 'advice', code: 'STATUS', check: impossibleStatus },
  { stage: 'advice', code: 'VALUE', check: unknownConnector },
];

/** Open point V21: recovery and the same-name rule depend on the name. */
function nameOf(body: JsonObject): Found<'MISSING'>[] {
  const details = body[DETAILS];
  if (details === undefined) return [{ path: [DETAILS], params: { field: DETAILS } }];
  const name = valueAt(body, NAME);
  const isMissing = name === undefined || (typeof name === 'string' && name.trim() === '');
  return isJsonObject(details) && isMissing ? [{ path: NAME, params: { field: 'name', of: DETAILS } }] : [];
}

/** Specification, Filters: with the feature `portfolio`, a user attribute belongs to a project; not that of an event (V13). */
function projectsOf({ filters, workspace: { features } }: Checked): Found<'MISSING'>[] {
  return (features.includes('portfolio') ? filters : [])
    .filter(({ map, path }) => map.filter_type === 'user_attributes' && !path.includes('attributes'))
    .filter(({ map }) => map.project_name === undefined)
    .map(({ path }) => ({
      path: [...path, 'project_name'],
      params: { field: 'project_name', of: 'a filter while the feature portfolio is on' },
    }));
}

/**
 * Specification, Push delivery_controls and campaign_audience_limit: parts of a campaign that work only if a workspace
 * has the feature.
 */
const FEATURE_FIELDS: readonly { readonly path: readonly string[]; readonly feature: string }[] = [
  { path: ['delivery_controls', 'queuing_enabled'], feature: 'queuing' },
  { path: ['delivery_controls', 'queue_duration'], feature: 'queuing' },
  { path: ['campaign_audience_limit'], feature: 'audience_limit' },
];

function featuresOf({ body, workspace: { features } }: Checked): Found<'FEATURE'>[] {
  return FEATURE_FIELDS.filter(
    ({ path, feature }) => valueAt(body, path) !== undefined && !features.includes(feature),
  ).map(({ path, feature }) => ({ path, params: { field: String(path.at(-1)), feature } }));
}

/** Connector types that deployments document; the list is not complete (content fields, Email). */
const CONNECTOR_TYPES = [
  'SENDGRID',
  'AMAZON_SES',
  'SPARKPOST',
  'MANDRILL',
  'CUSTOM_SMTP',
  'CUSTOM_API',
  'NETCORE',
];

/** Open point V22: an undocumented connector type may be valid, but it is more often a misspelling. */
function unknownConnector({ body }: Checked): Found<'VALUE'>[] {
  const path: Path = ['connector', 'connector_type'];
  const seen = valueAt(body, path);
  if (typeof seen !== 'string' || seen.trim() === '' || CONNECTOR_TYPES.includes(seen)) return [];
  return [{ path, params: { why: 'connector', seen, near: nearest(seen, CONNECTOR_TYPES) } }];
}

/** A status that a campaign of this type can never get: the service pauses only some types and stops only others. */
function impossibleStatus({ body, status, sound }: Checked): Found<'STATUS'>[] {
  const { campaign_delivery_type: type } = body;
  if (typeof type !== 'string' || !sound(['campaign_delivery_type'])) return [];
  if (status !== 'PAUSED' && status !== 'STOPPED') return [];
  if (isSupported(status === 'PAUSED' ? 'PAUSE' : 'STOP', type)) return [];
  return [{ path: ['status'], params: { why: 'impossible', status, type } }];
}

/** At the end of a subject, a line break comes from YAML; around the tags of a condition, lines are not what is sent. */
function linesOfSubject({ field, text, isContent }: ContentText): FoundIn<'SUBJECT'>[] {
  const isWrong = isContent && field === 'subject' && /\S\s*\n\s*\S/.test(text) && !text.includes('{%');
  return isWrong ? [{ params: {} }] : [];
}

/** A text with both sides of a merge conflict is never sent. */
function conflict({ text }: ContentText): FoundIn<'MERGE_CONFLICT'>[] {
  const part = conflictMarker(text);
  return part ? [{ part, params: {} }] : [];
}

/**
 * If the braces of a reference are forgotten, or all of it but the path of its text, these words are sent to every user. A
 * live campaign may mean them.
 */
function lostReference({ field, text }: ContentText): FoundIn<'REFERENCE'>[] {
  const [, , kind] = (text.includes('$') && /(^\s*|\{\s*)\$(file|var)\b/.exec(text)) || [];
  const isPath = READ_BY_PEOPLE.includes(field) && /^\S+\.(?:html?|liquid|txt)\s*$/i.test(text);
  if (kind === undefined && !isPath) return [];
  const put = kind === undefined ? `{ $file: ${text.trim()} }` : `{ $${kind}: … }`;
  return [{ only: 'new', params: { why: 'literal', seen: text, put } }];
}

/** Texts of several lines, in which blanks at an end don't matter. */
const PROSE: readonly string[] = [
  ...['html_content', 'message', 'summary', 'preview_text', 'collapsed_push_notification'],
];

/** Blanks around a text of one line: a name with them is another name, so no event, segment or attribute has it. */
function blanksAround({ path, text }: ContentText): FoundIn<'TEXT'>[] {
  const [field, put] = [String(path.findLast((step) => typeof step === 'string')), text.trim()];
  const isName = path.length === NAME.length && isInside(path, NAME);
  if (put === text || put === '' || isName || PROSE.includes(field)) return [];
  const fix = !put.includes('\n') && { fix: { was: text, put } };
  if (/\n\s*$/.test(text)) return [{ params: { why: 'break', field, put: fix ? put : null }, ...fix }];
  return [{ params: { why: 'space', field, put }, ...fix }];
}

/** Open point V25: the service accepts several spellings, but files are easier to search and compare with one. */
function otherSpelling({ path, text }: ContentText): FoundIn<'SPELLING'>[] {
  const preferred = preferredSpelling(path, text);
  if (preferred === undefined) return [];
  const fix = typeof preferred === 'string' ? { fix: { was: text, put: preferred } } : {};
  return [{ params: { seen: text, preferred }, ...fix }];
}

/**
 * Control characters that are not whitespace, and characters without a width: zero-width spaces, direction marks, soft
 * hyphens. Characters that join emoji into one (a family, a flag) have a visible effect and are allowed.
 */
const UNSEEN =
  /(?!\s)\p{Cc}|(?<!\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]?[\u{E0020}-\u{E007E}]*(?=\u200D\p{Extended_Pictographic}|[\u{E0020}-\u{E007F}]))(?![\uFE00-\uFE0F])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A campaign is found again by its name (open point V21). A service that trims a name, or composes its accents, stores a
 * text that differs from the file, so the safest name is one that no service has a reason to change.
 */
function changeableName(body: JsonObject): Found<'NAME'>[] {
  const name = valueAt(body, NAME);
  // An empty name has a finding of its own.
  if (typeof name !== 'string' || name.trim() === '') return [];
  const safe = name.normalize('NFC').replace(UNSEEN, '').trim().replace(/\s+/g, ' ');
  return safe === name ? [] : [{ path: NAME, params: { seen: clip(name), safe } }];
}
