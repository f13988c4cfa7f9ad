import type { Channel } from '../model/campaign.ts';
import { CHANNEL_RULES, channelsWhere, isChannel } from '../model/channel.ts';
import { ruleOf } from '../model/diagnostic.ts';
import { isJsonObject, valueAt, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import { firstFew } from '../model/show.ts';
import { keyOfPath } from './path-set.ts';
import { onKey, onValue, type Problem } from './problem.ts';
import { campaignRoot, placesOf, type Places } from './schema/schema-place.ts';

// A file that was copied from a campaign on another channel has many fields that its own channel doesn't know. That is
// one mistake: the channel, or the fields of the other one.

const CONTENT: Path = ['campaign_content', 'content'];

/**
 * One problem with the channel, if the content is that of another one and the file would have fewer problems with that
 * channel.
 */
export function asWrongChannel(
  found: readonly Problem[],
  body: JsonObject,
  judge: (body: JsonObject) => readonly Problem[],
): readonly Problem[] {
  const { channel } = body;
  const other = channelOfContent(valueAt(body, CONTENT));
  if (!isChannel(channel) || other === undefined || other === channel) return found;
  const own = mistakesIn(found);
  if (own < 2 || mistakesIn(judge({ ...body, channel: other })) >= own) return found;
  const message = `channel is ${channel}, but content.${CHANNEL_RULES[other].contentKey} and other fields are for ${other}`;
  return [onValue(['channel'], 'E_VALUE', message, `write channel: ${other}`)];
}

/** How many there are, without what only publishing needs. */
function mistakesIn(problems: readonly Problem[]): number {
  return problems.filter(({ code }) => !['PUBLISH', 'AUDIENCE'].includes(ruleOf(code))).length;
}

/** The channel of the first content key, at the top or in a variation. */
function channelOfContent(content: JsonValue | undefined): Channel | undefined {
  if (!isJsonObject(content)) return undefined;
  const [own] = channelsWhere(({ contentKey }) => Object.hasOwn(content, contentKey));
  if (own) return own;
  const variations = Object.values(content).flatMap((one) => (isJsonObject(one) ? Object.values(one) : []));
  const [inside] = channelsWhere(({ contentKey }) =>
    variations.some((one) => isJsonObject(one) && Object.hasOwn(one, contentKey)),
  );
  return inside;
}

/** How many fields a message lists. */
const FIELDS_AT_MOST = 3;

/** Unknown fields of one map that another channel knows, as one problem at the first of them. */
export function asFieldsOfOtherChannel(problems: readonly Problem[], { channel }: JsonObject): Problem[] {
  if (!isChannel(channel)) return [...problems];
  const groups = new Map<string, Problem[]>();
  for (const problem of problems) {
    const [other] = problem.code === 'W_UNKNOWN_FIELD' ? channelsWith(problem, channel) : [];
    if (other === undefined) continue;
    const key = JSON.stringify([other, keyOfPath(problem.path.slice(0, -1)), problem.isKept]);
    groups.set(key, [...(groups.get(key) ?? []), problem]);
  }
  const whole = new Map<Problem, Problem | undefined>();
  for (const group of groups.values()) {
    const [first] = group;
    for (const one of group) whole.set(one, undefined);
    if (first) whole.set(first, asProblem(group, channel));
  }
  return problems.flatMap((problem) => (whole.has(problem) ? (whole.get(problem) ?? []) : [problem]));
}

function asProblem(group: readonly Problem[], channel: Channel): Problem | undefined {
  const [first] = group;
  const [other] = first ? channelsWith(first, channel) : [];
  if (!first || !other) return undefined;
  const names = firstFew(
    group.map(({ path }) => String(path.at(-1))),
    FIELDS_AT_MOST,
  );
  const isOne = group.length === 1;
  const message = `${names} ${isOne ? 'is a field' : 'are fields'} for ${other}, but this campaign is ${channel}`;
  const hint = `remove ${isOne ? 'it' : 'them'}; only if the whole campaign is meant for ${other}, write channel: ${other}`;
  return { ...onKey(first.path, first.code, message, hint), ...(first.isKept && { isKept: true }) };
}

/** The other channels that know a field which isn't meant to be one of this channel, nor is one beside other values. */
function channelsWith({ path, resembles }: Problem, channel: Channel): Channel[] {
  const field = String(path.at(-1));
  const isOwn = placesOf(campaignRoot(channel)).names(path.slice(0, -1)).includes(field);
  if (resembles !== undefined || isOwn) return [];
  return channelsWhere((rules) => rules !== CHANNEL_RULES[channel]).filter((other) => {
    const places = placesOf(campaignRoot(other));
    const isOfContent = path[0] === CONTENT[0] && fieldsOfContent(other, places).includes(field);
    return isOfContent || places.names(path.slice(0, -1)).includes(field);
  });
}

/** The fields of a message, and of its parts. */
function fieldsOfContent(channel: Channel, places: Places): readonly string[] {
  const { contentKey, contentFields } = CHANNEL_RULES[channel];
  const content = [...CONTENT, contentKey];
  return [
    ...places.names(content),
    ...contentFields.flatMap((part) => places.names([...content, part, 'basic_details'])),
  ];
}
