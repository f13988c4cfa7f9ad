import type { Answer } from '../apply/ports.ts';
import { doubtfulParts, renderSample, type EventAttributes, type LeftOver } from '../load/content/sample.ts';
import { eachIn } from '../load/rules/placed.ts';
import { fieldLocator } from '../load/locate-refused-field.ts';
import type { CampaignKey, Channel } from '../model/campaign.ts';
import { CHANNEL_RULES, isChannel } from '../model/channel.ts';
import { EXIT } from '../model/exit.ts';
import { isJsonObject, isList, valueAt, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import { messagesIn, type ContentMessage, type Preview, type Unresolved } from '../model/messages.ts';
import type { CampaignService } from '../remote/campaign-service.ts';
import { askPreview } from '../remote/content-calls.ts';
import type { InWorkspace } from './context.ts';
import { readOne } from './read-named.ts';
import { badOption, UserFailure } from './process/user-failure.ts';
import { answered, refusedBy, withService } from './service.ts';

export interface PreviewRequest {
  readonly name: string;
  /** Which message is meant; if omitted, the first one. */
  readonly locale?: string | undefined;
  readonly variation?: string | undefined;
  /** If omitted: the first of the workspace's `preview_users`. */
  readonly user?: string | undefined;
  readonly event: EventAttributes;
  /** Whether sample values are shown, without the service. */
  readonly offline: boolean;
}

/**
 * One message of a campaign as a user gets it; of a file that was never applied, too. Sends nothing. Throws UserFailure if the
 * campaign, its message or the user doesn't exist, or the service doesn't answer.
 */
export async function previewMessage(target: InWorkspace, request: PreviewRequest): Promise<Preview> {
  const campaign = await openContent(target, request.name);
  const message = requireMessage(campaign, request);
  const { contentKey } = CHANNEL_RULES[campaign.channel];
  const payload: JsonObject = { [contentKey]: message.payload };
  if (request.offline) {
    const { previewUsers } = target.workspace;
    const id = request.user;
    const user =
      id === undefined ? previewUsers[0] : (previewUsers.find((one) => one.id === id) ?? { id, label: id });
    const { content, left } = renderSample(payload, { user, event: request.event });
    return previewOf(campaign, message, { user: id ?? null, isSample: true, content, left });
  }
  const user = request.user ?? target.workspace.previewUsers[0]?.id;
  if (user === undefined) throw badOption('--user', { why: 'missing' });
  const resolved = await withService(target, (service) =>
    resolve(service, campaign, { user, payload, event: request.event }),
  );
  const left = [...resolved.left, ...unresolvedIn(resolved.content, resolved.left)];
  return previewOf(campaign, message, { user, isSample: false, content: resolved.content, left });
}

/** The content of one campaign: as its file has it, or as it was last seen where the file says nothing about it. */
interface CampaignContent extends InWorkspace {
  readonly key: CampaignKey;
  readonly channel: Channel;
  readonly content: JsonObject | undefined;
  /** Null if it has no file. */
  readonly file: string | null;
  readonly locate: ReturnType<typeof fieldLocator>;
}

async function openContent(target: InWorkspace, name: string): Promise<CampaignContent> {
  const { named: key, own, state, files, context, workspace } = await readOne(target, name);
  const { channel = 'EMAIL', observed } = state.bindings.get(key) ?? {};
  return {
    ...{ context, workspace, key, file: own?.file ?? null },
    channel: own?.channel ?? (isChannel(channel) ? channel : 'EMAIL'),
    content: own?.components.campaign_content ?? observed?.campaign_content,
    locate: fieldLocator(files.inputs, workspace),
  };
}

/** The message that is meant; throws UserFailure if there is none. */
function requireMessage({ channel, content, key }: CampaignContent, wanted: PreviewRequest): ContentMessage {
  let found = messagesIn(content, channel);
  for (const field of ['locale', 'variation'] as const) {
    const [asked, values] = [wanted[field], new Set(found.map((one) => one[field]))];
    if (asked === undefined || values.size === 0) continue;
    if (!values.has(asked)) throw badOption(`--${field}`, { why: 'choices', values: [...values] }, asked);
    found = found.filter((one) => one[field] === asked);
  }
  const [first] = found;
  if (first) return first;
  throw new UserFailure(EXIT.FAILED, { code: 'incomplete', key, lacks: ['campaign_content'] });
}

interface Asked {
  readonly user: string;
  readonly payload: JsonObject;
  readonly event: EventAttributes;
}

/**
 * The service refuses the whole content because of one field, so that field is left as it is written, and the others are
 * asked for again.
 */
async function resolve(
  service: CampaignService,
  campaign: CampaignContent,
  { user, payload, event }: Asked,
): Promise<{ readonly content: JsonObject; readonly left: readonly LeftOver[] }> {
  const left: LeftOver[] = [];
  const kept: Path[] = [];
  const { channel, workspace } = campaign;
  // Identifiers with an @ are email addresses (open point W17).
  const type = user.includes('@') ? 'EMAIL' : 'USER_ATTRIBUTE_UNIQUE_ID';
  for (;;) {
    const content = { content: kept.reduce(withoutExpressions, payload) };
    const answer = await askPreview(service, { channel, user: { type, value: user }, content, event });
    const path = refusedPath(answer, payload);
    const text = path && valueAt(payload, path);
    if (path && typeof text === 'string' && !kept.some((one) => one.join('.') === path.join('.'))) {
      left.push(...doubtfulParts(text, path));
      kept.push(path);
      continue;
    }
    const { context, file, locate } = campaign;
    const place = (field: string) => (file === null ? undefined : locate(file, field));
    const data = answered(answer, { workspace, context, place });
    const shown = valueAt(data, ['personalized_content', 'content']);
    if (!isJsonObject(shown)) throw refusedBy({ code: 'malformed', part: 'personalized_content' }, undefined);
    return {
      content: kept.reduce((all, one) => withText(all, one, valueAt(payload, one) ?? null), shown),
      left,
    };
  }
}

/** The text in the content that the service refused to resolve; undefined if it refused something else, or nothing. */
function refusedPath(answer: Answer, payload: JsonObject): Path | undefined {
  if (answer.kind !== 'refused' || answer.status !== 400) return undefined;
  const targets = [...answer.details.map(({ target }) => target), answer.target ?? ''];
  const paths = targets.map((target) => stepsIn(target, payload));
  return paths.find((path) => {
    const text = valueAt(payload, path);
    return typeof text === 'string' && /\{[{%]/.test(text);
  });
}

/** `campaign_content.content.push.web.buttons.0.title`, without what is above the content. */
function stepsIn(target: string, payload: JsonObject): Path {
  const steps = target.split(/[.[\]]+/).filter((one) => one !== '');
  const from = steps.findIndex((one) => Object.hasOwn(payload, one));
  const path: (string | number)[] = [];
  for (const step of from === -1 ? [] : steps.slice(from))
    path.push(isList(valueAt(payload, path)) ? Number(step) : step);
  return path;
}

function withoutExpressions(whole: JsonObject, path: Path): JsonObject {
  const text = valueAt(whole, path);
  return withText(whole, path, typeof text === 'string' ? text.replaceAll(/\{[{%][^]*?[%}]\}/g, ' ') : null);
}

function withText(whole: JsonObject, path: Path, value: JsonValue): JsonObject {
  const put = (inner: JsonValue, [step, ...deeper]: Path): JsonValue => {
    if (step === undefined) return value;
    if (isList(inner)) return inner.map((one, at) => (at === step ? put(one, deeper) : one));
    const map = isJsonObject(inner) ? inner : {};
    return { ...map, [step]: put(map[step] ?? null, deeper) };
  };
  const changed = put(whole, path);
  return isJsonObject(changed) ? changed : whole;
}

/** What the service left as it is written. */
function unresolvedIn(content: JsonObject, known: readonly LeftOver[]): LeftOver[] {
  const left: LeftOver[] = [];
  eachIn(content, [], (value, path) => {
    if (typeof value !== 'string' || !/\{[{%]/.test(value)) return;
    if (!known.some((one) => one.path.join('.') === path.join('.')))
      left.push(...doubtfulParts(value, [...path]));
  });
  return left;
}

interface Shown extends Pick<Preview, 'user' | 'isSample' | 'content'> {
  readonly left: readonly LeftOver[];
}

function previewOf(
  campaign: CampaignContent,
  { locale, variation, path: at }: ContentMessage,
  { left, ...shown }: Shown,
): Preview {
  const { key, channel, workspace, file, locate } = campaign;
  const unresolved = left.map(({ path, expression, nth }): Unresolved => {
    // The first step is the channel's, which the path of the message ends with.
    const field = [...at, ...path.slice(1)].join('.');
    const place = file === null ? undefined : locate(file, field, { text: expression, nth });
    return { path: field, file: place?.file ?? null, line: place?.line ?? null, expression };
  });
  return { key, workspace: workspace.name, channel, locale, variation, ...shown, unresolved };
}
