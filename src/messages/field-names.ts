import { memberOf } from '../model/json.ts';
import type { PartName } from '../model/pull.ts';
import { componentName } from './component-names.ts';

/** Fields as marketers know them. Any other field keeps its own name, with spaces. */
const NAMES: Readonly<Record<string, string>> = {
  subject: 'subject line',
  preview_text: 'preview text',
  sender_name: 'sender name',
  from_address: 'sender address',
  reply_to_address: 'reply-to address',
  html_content: 'body',
  cc_ids: 'cc',
  bcc_ids: 'bcc',
  image_url: 'image',
  default_click_action: 'click action',
  default_click_action_value: 'click target',
  btn_name: 'button text',
  name: 'name',
  is_all_user_campaign: 'all users',
  start_time: 'start time',
  expiry_time: 'end time',
  timezone: 'time zone',
  delivery_type: 'schedule type',
  no_of_occurences: 'number of sends',
  no_of_occurrences: 'number of sends',
  utm_source: 'UTM source',
  utm_medium: 'UTM medium',
  utm_campaign: 'UTM campaign',
  utm_term: 'UTM term',
  utm_content: 'UTM content',
};

const PLATFORMS: Readonly<Record<string, string>> = { android: 'Android', ios: 'iOS', web: 'Web' };

/** The first language and its first variation are implied; the other steps only lead to the field. */
const SILENT: ReadonlySet<string> = new Set(['default', 'variation_1', 'basic_details', 'periodic_details']);

/** A field and its place, in plain words: `title (Android)`, `subject line (German, variation 2)`. */
export function fieldName(component: PartName, context: readonly string[], field: string): string {
  const steps = context.filter((step) => !SILENT.has(step));
  const place = steps.map((step) => memberOf(PLATFORMS, step) ?? step.replace(/^variation_/, 'variation '));
  const whole = component === 'status' ? component : componentName(component);
  const name = field === '' ? whole : plainFieldName(field);
  return place.length === 0 ? name : `${name} (${place.join(', ')})`;
}

/** A field in plain words, without its place. */
export function plainFieldName(field: string): string {
  return memberOf(NAMES, field) ?? (/^[a-z]+(?:_[a-z]+)*$/.test(field) ? field.replaceAll('_', ' ') : field);
}
