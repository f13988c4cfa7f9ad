import type { Channel } from '../model/campaign.ts';
import { CHANNEL_RULES, channelsWhere, isChannel } from '../model/channel.ts';
import { isJsonObject, valueAt, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import { onKey, type Problem } from './problem.ts';
import { clip } from '../model/show.ts';

const CONTENT: Path = ['campaign_content', 'content'];

/**
 * Content has one of two shapes: flat, or keyed by locale. Content that has neither shape, or both, fails in every
 * branch of the schema. It is one mistake, reported at the key that causes it; every other schema error inside it is
 * only a consequence.
 */
export function inOneShape(problems: readonly Problem[], body: JsonObject): Problem[] {
  const shapes = shapeProblems(body);
  const echoes = shapes.map(({ within }) => within);
  const others = problems.filter(
    ({ path }) => !echoes.some((place) => place.every((step, index) => path[index] === step)),
  );
  return [...shapes.map(({ problem }) => problem), ...others];
}

interface ShapeProblem {
  readonly problem: Problem;
  /** Paths below which no further errors are reported. */
  readonly within: Path;
}

function shapeProblems(body: JsonObject): ShapeProblem[] {
  const { channel } = body;
  if (!isChannel(channel)) return [];
  const { contentKey: key } = CHANNEL_RULES[channel];
  const above = valueAt(body, CONTENT.slice(0, 1));
  if (isJsonObject(above) && above.content === undefined && Object.hasOwn(above, key)) {
    const path = [...CONTENT.slice(0, 1), key];
    const problem = onKey(
      path,
      'E_UNKNOWN_KEY',
      `${key} is one level too high`,
      `write content: above it and indent ${key}: below that`,
    );
    return [{ problem, within: CONTENT.slice(0, 1) }];
  }
  const content = valueAt(body, CONTENT);
  if (!isJsonObject(content)) return [];
  const whole = wholeProblem(content, channel);
  return whole ? [{ problem: whole, within: CONTENT }] : variationProblems(content, channel);
}

function wholeProblem(content: JsonObject, channel: Channel): Problem | undefined {
  const { contentKey: key } = CHANNEL_RULES[channel];
  const names = Object.keys(content);
  const [first = ''] = names;
  if (isPayload(content, channel) && !names.includes(key)) {
    const message = `${clip(first)} belongs to ${key}, which is missing in content`;
    const hint = `write ${key}: on the line above it, with 2 spaces more than content: and 2 fewer than the lines below it`;
    return onKey([...CONTENT, first], 'E_MISSING', message, hint);
  }
  const [other] = channelsWhere(({ contentKey }) => contentKey !== key && names.includes(contentKey));
  if (other && !names.includes(key)) {
    const { contentKey } = CHANNEL_RULES[other];
    const message = `content.${contentKey} is for ${other} campaigns, but this campaign is ${channel}`;
    return onKey(
      [...CONTENT, contentKey],
      'E_UNKNOWN_KEY',
      message,
      `for ${channel}, write ${key}: with its own fields below it; for ${other}, write channel: ${other}`,
    );
  }
  const beside = names.find((name) => name !== key);
  if (names.includes(key) && beside !== undefined) {
    const message = `content is both flat (${key}) and keyed by locale (${clip(beside)})`;
    return onKey(
      [...CONTENT, beside],
      'E_NOT_ALLOWED',
      message,
      `keep only ${key}, or move it below a locale named default`,
    );
  }
  const [only = ''] = names;
  if (names.length !== 1 || only === key || !isPayload(content[only], channel)) return undefined;
  return onKey(
    [...CONTENT, only],
    'E_UNKNOWN_KEY',
    `"${clip(only)}" is neither ${key} nor a locale`,
    `write ${key}`,
  );
}

/** Variations whose content is not nested below the key of the channel. */
function variationProblems(content: JsonObject, channel: Channel): ShapeProblem[] {
  const { contentKey: key } = CHANNEL_RULES[channel];
  return Object.entries(content).flatMap(([locale, variations]) =>
    Object.entries(isJsonObject(variations) ? variations : {}).flatMap(([name, value]) => {
      // Fields beside the key of the channel are only unknown there.
      if (!isPayload(value, channel) || (isJsonObject(value) && Object.hasOwn(value, key))) return [];
      const path = [...CONTENT, locale, name];
      const problem = onKey(
        path,
        'E_MISSING',
        `${key} is missing in ${clip(name)}, between the variation and its content`,
        `write ${key}: and indent the content below it`,
      );
      return [{ problem, within: path }];
    }),
  );
}

/** Whether a value is content to be sent; a locale has variations instead. */
function isPayload(value: JsonValue | undefined, channel: Channel): boolean {
  return (
    isJsonObject(value) && CHANNEL_RULES[channel].contentFields.some((name) => Object.hasOwn(value, name))
  );
}
