import { isDraftChannel } from '../../domain/campaign/campaign-record.ts';
import { looseComponentErrors } from '../../domain/campaign/draft-validation.ts';
import { detail, invalid, refuseInvalid, shown, type Detail } from '../../domain/failure.ts';
import { isJsonObject, textAt, valueAt, type JsonObject } from '../../domain/json.ts';
import { resolveTemplates } from '../../domain/personalization/resolve-templates.ts';
import { templateScope, unknownUser, type User, type UserIdentifier } from '../../domain/user.ts';
import { GAID } from '../../domain/personalization/test-request.ts';
import { shapeErrors } from '../request-body.ts';
import { done, type Call, type Done } from './operation.ts';

/** Specification, What the service does, point 3. */
const CHANNELS = ['PUSH', 'EMAIL', 'SMS'];

const USER_TYPES: ReadonlyMap<string, UserIdentifier> = new Map([
  ['USER_ATTRIBUTE_UNIQUE_ID', 'id'],
  ['EMAIL', 'email'],
  ['PUSH_ID', 'push_id'],
  [GAID, 'gaid'],
]);

/** Specification, Personalized Preview; path, user selector and answer are open point W17. Sends nothing. */
export function previewContent(call: Call): Done {
  const { body, store, workspace } = call;
  const { channel, event_attributes: event, user_identification: selector } = body;
  const by = USER_TYPES.get(textAt(selector, 'type') ?? '');
  const user = by ? store.users.find(workspace.appKey, by, textAt(selector, 'value') ?? '') : null;
  refuseInvalid([
    ...(typeof channel === 'string' && CHANNELS.includes(channel)
      ? []
      : [detail('channel', `must be one of ${CHANNELS.join(', ')}, not ${shown(channel)}`)]),
    ...['draft_id', 'campaign_id']
      .filter((field) => body[field] !== undefined)
      .map((field) => detail(field, "can't be used here: a preview uses the content of campaign_content")),
    ...userErrors(body, by, user),
    ...contentErrors(call),
    ...(event === undefined ? [] : shapeErrors('event_attributes', event, 'event_attributes')),
  ]);
  const content = valueAt(body, 'campaign_content', 'content');
  if (user === null || !isJsonObject(content)) throw new Error('a wrong preview got through');
  const resolved = resolveTemplates(content, templateScope(user, event));
  if (resolved.kind === 'failed') {
    const target = `campaign_content.content.${resolved.path}`;
    throw invalid(target, `${target} can't be resolved: ${resolved.message}`);
  }
  return done({ personalized_content: { content: resolved.content } }, { type: 'personalization' });
}

function userErrors(
  { user_identification: given }: JsonObject,
  by: UserIdentifier | undefined,
  user: User | null,
): readonly Detail[] {
  const place = 'user_identification';
  if (given === undefined) return [detail(place, 'is required')];
  const details = shapeErrors('user_identification', given, place);
  if (details.length > 0 || user !== null || by === undefined) return details;
  return [{ target: `${place}.value`, message: unknownUser(by, textAt(given, 'value') ?? '') }];
}

/** Push and email content has the same form as on creation. The content of an SMS isn't specified. */
function contentErrors({ body, workspace: { features } }: Call): readonly Detail[] {
  const { channel, campaign_content } = body;
  if (campaign_content === undefined) return [detail('campaign_content', 'is required')];
  if (isDraftChannel(channel)) return looseComponentErrors({ campaign_content }, { channel, features });
  if (!isJsonObject(campaign_content)) return [detail('campaign_content', 'must be an object')];
  return isJsonObject(campaign_content.content)
    ? []
    : [detail('campaign_content.content', `must be an object, not ${shown(campaign_content.content)}`)];
}
