import { isJsonObject, isList, memberOf, valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { onValue, type Problem } from '../problem.ts';
import { payloadsOf } from './publish-rules.ts';
import { nearest } from '../../model/nearest.ts';
import { clip } from '../../model/show.ts';
import type { Rule } from './rule.ts';

// Constraints that deployments of the service document beyond its specification: warnings.

/** What a layout shows, from its platform's content; the schema checks `Custom` and its ID. */
const NEEDS: Readonly<Record<string, readonly Path[]>> = {
  STYLIZED_BASIC: [['template_backup']],
  SIMPLE_IMAGE_CAROUSEL: [['basic_details', 'carousel_content'], ['template_backup']],
  IMAGE_BANNER_WITH_TEXT: [['basic_details', 'banner_image_url'], ['template_backup']],
  TIMER: [['timer'], ['template_backup']],
  TIMER_WITH_PROGRESS_BAR: [['timer'], ['template_backup']],
};
const CAROUSEL_COVER: Path = ['basic_details', 'image_url'];

export const templatesAreWhole: Rule = ({ body, isSound }) =>
  payloadsOf(body, 'PUSH').flatMap((payload) =>
    ['android', 'ios']
      .map((platform) => [...payload, platform])
      .flatMap((path) => (isSound(path) ? missingParts(body, path) : [])),
  );

function missingParts(body: JsonObject, path: Path): Problem[] {
  const type = valueAt(body, [...path, 'template_type']);
  if (typeof type !== 'string') return [];
  const needs = memberOf(NEEDS, type) ?? [];
  const cover = type === 'SIMPLE_IMAGE_CAROUSEL' && path.at(-1) === 'ios' ? [CAROUSEL_COVER] : [];
  const missing = [...needs, ...cover].filter((need) => valueAt(body, [...path, ...need]) === undefined);
  if (missing.length === 0) return [];
  const names = missing.map((need) => need.join('.')).join(' and ');
  return [
    onValue(
      [...path, 'template_type'],
      'W_PUBLISH',
      `${type} shows ${names}, which is missing`,
      `add ${names}`,
    ),
  ];
}

const IOS_AUDIENCES = [
  'send_to_all_eligible_device',
  'exclude_provisional_push_devices',
  'send_to_only_provisional_push_enabled_devices',
];

/** With iOS among the platforms, exactly one kind of device is selected. */
export const iosAudienceIsChosen: Rule = ({ body }) => {
  const details: Path = ['basic_details'];
  const platforms = valueAt(body, [...details, 'platforms']);
  if (body.channel !== 'PUSH' || !isList(platforms) || !platforms.includes('IOS')) return [];
  const deepest = [
    [...details, 'platform_specific_details', 'ios'],
    [...details, 'platform_specific_details'],
    details,
  ];
  const path = deepest.find((one) => isJsonObject(valueAt(body, one)));
  const flags = valueAt(body, [...details, 'platform_specific_details', 'ios']);
  const chosen = IOS_AUDIENCES.filter((name) => valueAt(flags, [name]) === true);
  if (path === undefined || chosen.length === 1) return [];
  const [all, ...others] = IOS_AUDIENCES;
  const [message, hint] =
    chosen.length === 0
      ? [
          'IOS is among the platforms, but no kind of iOS device is selected, so the message may reach no iOS devices',
          `to reach all of them, write ios: { ${all}: true } in platform_specific_details; the other choices are ${others.join(' and ')}`,
        ]
      : [
          `${chosen.join(' and ')} can't both be true`,
          `set only one of them to true; to reach all iOS devices, set ${all}`,
        ];
  return [onValue(path, 'W_AUDIENCE', message, hint)];
};

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
export const connectorTypeIsKnown: Rule = ({ body }) => {
  const path: Path = ['connector', 'connector_type'];
  const type = valueAt(body, path);
  if (typeof type !== 'string' || type.trim() === '' || CONNECTOR_TYPES.includes(type)) return [];
  const near = nearest(type, CONNECTOR_TYPES);
  const hint =
    near === undefined
      ? `known types: ${CONNECTOR_TYPES.join(', ')}; keep yours if your workspace has such a connector`
      : `did you mean ${near}?`;
  return [onValue(path, 'W_VALUE', `"${clip(type)}" is not a known connector type`, hint)];
};
