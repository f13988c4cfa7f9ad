import { isDraftChannel } from '../../domain/campaign/campaign-record.ts';
import { detail, invalid, refuseInvalid, shown, type Detail } from '../../domain/failure.ts';
import { isJsonObject, textAt, valueAt, type JsonObject } from '../../domain/json.ts';
import { done, outcomeOf, type Call, type Done, type Outcome } from './operation.ts';
import { shapeErrors } from '../request-shape.ts';
import { looseComponentErrors } from '../../domain/campaign/draft-validation.ts';
import { GAID } from '../../domain/personalization/test-meta.ts';
import { resolveTemplates } from '../../domain/personalization/resolve-templates.ts';
import { templateScope } from '../../domain/personalization/template-scope.ts';
import { unknownUser, type User, type UserIdentifier } from '../../domain/user.ts';

/** Specification, Personalized Preview; path, user selector and answer are open point W17. Sends nothing. */
export function previewContent(call: Call): Outcome {
  return outcomeOf(() => preview(call));
}

function preview(call: Call): Done {
  const { body } = call;
  const user = findUser(call);
  refuseInvalid([
    ...channelErrors(body),
    ...savedContentErrors(body),
    ...userErrors(body, user),
    ...contentErrors(call),
    ...eventErrors(body),
  ]);
  const content = valueAt(body, 'campaign_content', 'content');
  if (user === null || !isJsonObject(content)) throw new Error('a wrong preview got through');
  const resolved = resolveTemplates(content, templateScope(user, body.event_attributes));
  if (resolved.kind === 'failed') {
    const target = `campaign_content.content.${resolved.path}`;
    throw invalid(target, `${target} can't be resolved: ${resolved.message}`);
  }
  return done({ personalized_content: { content: resolved.content } }, { type: 'personalization' });
}

/** Specification, What the service does, point 3. */
const CHANNELS = ['PUSH', 'EMAIL', 'SMS'];

function channelErrors({ channel }: JsonObject): readonly Detail[] {
  if (typeof channel === 'string' && CHANNELS.includes(channel)) return [];
  return [detail('channel', `must be one of ${CHANNELS.join(', ')}, not ${shown(channel)}`)];
}

function savedContentErrors(body: JsonObject): readonly Detail[] {
  return ['draft_id', 'campaign_id']
    .filter((field) => body[field] !== undefined)
    .map((field) => detail(field, "can't be used here: a preview uses the content of campaign_content"));
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

function eventErrors({ event_attributes: given }: JsonObject): readonly Detail[] {
  return given === undefined ? [] : shapeErrors('eventAttributes', given, 'event_attributes');
}

const USER_TYPES: ReadonlyMap<string, UserIdentifier> = new Map([
  ['USER_ATTRIBUTE_UNIQUE_ID', 'id'],
  ['EMAIL', 'email'],
  ['PUSH_ID', 'push_id'],
  [GAID, 'gaid'],
]);

function findUser({ body, store, workspace }: Call): User | null {
  const { by, value } = selectorIn(body);
  return by === undefined || value === null ? null : store.users.find(workspace.appKey, by, value);
}

function selectorIn({ user_identification: given }: JsonObject): {
  readonly by: UserIdentifier | undefined;
  readonly value: string | null;
} {
  return { by: USER_TYPES.get(textAt(given, 'type') ?? ''), value: textAt(given, 'value') };
}

function userErrors(body: JsonObject, user: User | null): readonly Detail[] {
  const place = 'user_identification';
  const given = body[place];
  if (given === undefined) return [detail(place, 'is required')];
  const { by, value } = selectorIn(body);
  const details = shapeErrors('user', given, place);
  if (details.length > 0 || user !== null || by === undefined || value === null) return details;
  return [{ target: `${place}.value`, message: unknownUser(by, value) }];
}
