import {
  isJsonObject,
  isList,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../../model/json.ts';
import { bare } from '../../model/show.ts';
import { onKey, onValue } from '../problem.ts';
import type { Rule, RuleInputs } from './rule.ts';

// Who gets the message. If an audience is larger than it looks, the message is sent to users who should not get it.

const SEGMENT = 'segmentation_details';
const ALL_USERS: Path = [SEGMENT, 'is_all_user_campaign'];
const INCLUDED: Path = [SEGMENT, 'included_filters'];
const FILTERS: Path = [...INCLUDED, 'filters'];

const TRIGGERED = ['EVENT_TRIGGERED', 'BUSINESS_EVENT_TRIGGERED', 'DEVICE_TRIGGERED', 'LOCATION_TRIGGERED'];

/**
 * Specification, segmentation_details: `is_all_user_campaign: true` sends to all users; only `excluded_filters` still
 * excludes some of them.
 */
export const allUsersHaveNoFilters: Rule = ({ body }) => {
  if (valueAt(body, ALL_USERS) !== true || !includesSomebody(body)) return [];
  const [message, hint] = hasFilter(valueAt(body, INCLUDED))
    ? [
        'is_all_user_campaign: true sends to all users, so included_filters has no effect',
        'to send only to users who match, write is_all_user_campaign: false; to send to all users, remove included_filters',
      ]
    : [
        'is_all_user_campaign: true sends to all users, and included_filters has only empty groups',
        'to send to all users, remove included_filters; to send only to some, add a filter and write is_all_user_campaign: false',
      ];
  return [onValue(ALL_USERS, 'E_AUDIENCE', message, hint)];
};

/**
 * Open point V2: a triggered campaign needs no audience, but an author who omits it should know who gets the message.
 */
export const audienceIsChosen: Rule = ({ body, status, isPublished }) => {
  if (isPublished || status === 'STOPPED' || !isTriggered(body) || body[SEGMENT] !== undefined) return [];
  const message = 'segmentation_details is missing, so every user who triggers the campaign gets it';
  const hint = 'add segmentation_details; for all users, write is_all_user_campaign: true';
  return [{ ...onValue([], 'W_AUDIENCE', message, hint), missing: SEGMENT }];
};

/**
 * An audience without filters that isn't all users either: one service would send to no users, another one to all users.
 * It is an error where the file publishes the campaign, or edits the audience of a live one. The audience of a triggered campaign is also limited by its
 * trigger.
 */
export const audienceIsSomebody: Rule = (inputs) => {
  const { body, status, isPublished } = inputs;
  if (status === 'STOPPED' || !isJsonObject(body[SEGMENT])) return [];
  if (valueAt(body, ALL_USERS) === true || includesSomebody(body)) return [];
  if (isPublished && isTriggered(body)) return [];
  const code = isToBeSent(inputs) && !isTriggered(body) ? 'E_AUDIENCE' : 'W_AUDIENCE';
  if (isList(valueAt(body, FILTERS))) {
    const empty = 'the list of filters is empty, so the audience is not chosen';
    return [
      onKey(FILTERS, code, empty, 'add a filter to it, or write is_all_user_campaign: true for all users'),
    ];
  }
  const message =
    'the audience is not chosen: there are no included_filters, and is_all_user_campaign is not true';
  return [
    onKey(
      [SEGMENT],
      code,
      message,
      'add included_filters; to send to all users instead, write is_all_user_campaign: true',
    ),
  ];
};

/** Whether users are to get it: the file publishes it, or changes the audience of a campaign that is live. */
function isToBeSent({ body, status, isPublished, hasEnded, keepsLive }: RuleInputs): boolean {
  if (!isPublished) return status === 'ACTIVE';
  return status !== 'PAUSED' && !hasEnded && !keepsLive({ place: [SEGMENT], body });
}

function isTriggered({ campaign_delivery_type: type }: JsonObject): boolean {
  return TRIGGERED.includes(bare(type));
}

function includesSomebody(body: JsonObject): boolean {
  const filters = valueAt(body, FILTERS);
  return isList(filters) && filters.length > 0;
}

/** Whether a group has a filter at any depth: groups may contain only empty groups. */
function hasFilter(group: JsonValue | undefined): boolean {
  const filters = valueAt(group, ['filters']);
  return isList(filters) && filters.some((one) => !isList(valueAt(one, ['filters'])) || hasFilter(one));
}
