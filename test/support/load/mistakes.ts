import { PUSH } from './marked.ts';

// Small campaign files with one mistake each: the rows of mistakes.test.ts and of advice.test.ts. The mark » is right before the place that must be named, and
// is not part of the file.

const EMAIL = `channel: EMAIL
campaign_delivery_type: ONE_TIME
basic_details: { name: An email }
`;

const audience = (group: string) => `${PUSH}segmentation_details:\n  included_filters: ${group}\n`;
const filter = (fields: string) => audience(`{ filter_operator: and, filters: [${fields}] }`);
const periodic = (details: string) => `channel: PUSH
campaign_delivery_type: PERIODIC
basic_details: { name: A push }
scheduling_details: ${details}
`;
const email = (fields: string) => `${EMAIL}campaign_content:\n  content: { email: ${fields} }\n`;

const FIXED = 'delivery_type: AT_FIXED_TIME, start_time: 2031-05-01T09:00:00, timezone: Europe/Berlin';

type Row = readonly [what: string, code: string, file: string];

export const FORM: readonly Row[] = [
  ['a list', 'E_YAML', '»- channel: PUSH\n'],
  ['a text', 'E_YAML', '»hello\n'],
  ['an unknown key at the top', 'E_UNKNOWN_KEY', `${PUSH}»segmentation: { is_all_user_campaign: true }\n`],
  ['a key in the wrong case', 'E_UNKNOWN_KEY', `${PUSH}»UTM_params: { utm_source: a, utm_medium: b }\n`],
  ['a status in small letters', 'E_STATUS', `${PUSH}status: »active\n`],
  ['a status that a file cannot ask for', 'E_STATUS', `${PUSH}status: »SENT\n`],
  ['a workspace nobody knows', 'E_WORKSPACE_UNKNOWN', `workspaces: [local, »lokal]\n${PUSH}`],
  ['workspaces as a text', 'E_TYPE', `workspaces: »local\n${PUSH}`],
  ['an override for a workspace nobody knows', 'E_WORKSPACE_UNKNOWN', `${PUSH}overrides:\n  »stagging: { utm_params: null }\n`],
  ['an override of the key', 'E_UNKNOWN_KEY', `${PUSH}overrides:\n  local:\n    »key: other\n`],
  ['an override that is no map', 'E_TYPE', `${PUSH}overrides:\n  »local: no\n`],
  ['overrides that are no map', 'E_TYPE', `${PUSH}overrides: »[local]\n`],
  ['null where a component should be', 'E_TYPE', `${PUSH}utm_params: »null\n`],
]; // prettier-ignore

export const REFERENCES: readonly Row[] = [
  ['a file that is not there', 'E_FILE_MISSING', email('{ subject: a, html_content: »{ $file: ./nowhere.html } }')],
  ['a variable that is not there', 'E_VAR_UNKNOWN', email('{ subject: »{ $var: greeting }, html_content: b }')],
  ['a reference to a map', 'E_REFERENCE', email('{ subject: »{ $file: { path: a } }, html_content: b }')],
  ['a variable of the wrong kind', 'E_TYPE', email('{ subject: »{ $var: count }, html_content: b }')],
  ['a variable that is no address', 'E_FORMAT', email('{ subject: a, html_content: b, from_address: »{ $var: sender } }')],
]; // prettier-ignore

/** A name that resembles another one decides nothing, and that other one is missing: the message would go to others. */
export const MISSPELLED: readonly Row[] = [
  ['a misspelled exclusion', 'E_UNKNOWN_KEY', `${PUSH}segmentation_details: { is_all_user_campaign: true, »exclude_filters: { filter_operator: and, filters: [] } }\n`],
  ['a misspelled number of sends', 'E_UNKNOWN_KEY', periodic(`{ ${FIXED}, periodic_details: { sending_frequency: DAILY, repeat_frequency: 1, »no_of_occurrences: 3 } }`)],
  ['an unknown field of the audience', 'E_UNKNOWN_KEY', `${PUSH}segmentation_details: { is_all_user_campaign: true, »everyone: true }\n`],
  ['an unknown field of a condition', 'E_UNKNOWN_KEY', filter('{ filter_type: actions, action_name: Bought, executed: true, »cout: 1 }')],
  ['the values of a text beside it', 'E_UNKNOWN_KEY', email('{ subject: a, html_content: b, »with: { a: b } }')],
  ['a status inside a component', 'E_UNKNOWN_KEY', `${PUSH}delivery_controls: { »status: STOPPED }\n`],
]; // prettier-ignore

export const WARNINGS: readonly Row[] = [
  ['an unknown field of a component', 'W_UNKNOWN_FIELD', `${PUSH}delivery_controls: { »bypass_dns: true }\n`],
  ['a pasted id', 'W_UNKNOWN_FIELD', `»campaign_id: 64a1b2c3d4e5f6a7b8c9d0e1\n${PUSH}`],
]; // prettier-ignore
