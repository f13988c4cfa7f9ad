import { isDraftChannel } from '../../domain/campaign/campaign-record.ts';
import { invalid, isNonEmpty, shown, validationFailed, type Detail } from '../../domain/failure.ts';
import { isJsonObject, textAt, valueAt, type JsonObject } from '../../domain/json.ts';
import { done, refused, type Call, type Outcome } from './operation.ts';
import { shapeErrors } from '../request-shape.ts';
import { looseComponentErrors } from '../../domain/personalization/loose-components.ts';
import { GAID } from '../../domain/personalization/test-meta.ts';
import { resolveTemplates } from '../../domain/personalization/resolve-templates.ts';
import { templateScope } from '../../domain/personalization/template-scope.ts';
import { unknownUser } from '../../domain/personalization/unknown-user.ts';
import type { User, UserIdentifier } from '../../domain/user.ts';

/** Specification, Personalized Preview; path, user selector and answer are open point W17. Sends nothing. */
export function previewContent(call: Call): Outcome {
  const { body } = call;
  const identified = identify(call);
  const details = [
    ...channelErrors(body),
    ...savedContentErrors(body),
    ...(identified.kind === 'wrong' ? identified.details : []),
    ...contentErrors(call),
    ...eventErrors(body),
  ];
  if (isNonEmpty(details)) return refused(validationFailed(details));
  const content = valueAt(body, 'campaign_content', 'content');
  if (identified.kind === 'wrong' || !isJsonObject(content)) throw new Error('a wrong preview got through');
  const resolved = resolveTemplates(content, templateScope(identified.user, body.event_attributes));
  if (resolved.kind === 'failed') {
    const target = `campaign_content.content.${resolved.path}`;
    return refused(invalid(target, `${target} can't be resolved: ${resolved.message}`));
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

type Identified =
  | { readonly kind: 'found'; readonly user: User }
  | { readonly kind: 'wrong'; readonly details: readonly Detail[] };

function identify({ body, store, workspace }: Call): Identified {
  const place = 'user_identification';
  const given = body[place];
  if (given === undefined) return { kind: 'wrong', details: [detail(place, 'is required')] };
  const details = shapeErrors('user', given, place);
  const [type, value] = [textAt(given, 'type'), textAt(given, 'value')];
  const by = USER_TYPES.get(type ?? '');
  if (details.length > 0 || by === undefined || value === null) return { kind: 'wrong', details };
  const user = store.users.find(workspace.appKey, by, value);
  if (user) return { kind: 'found', user };
  return { kind: 'wrong', details: [{ target: `${place}.value`, message: unknownUser(by, value) }] };
}

function detail(target: string, problem: string): Detail {
  return { target, message: `${target} ${problem}` };
}
