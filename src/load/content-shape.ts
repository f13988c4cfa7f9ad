import { isJsonObject, valueAt, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import { onKey, type Problem } from './problem.ts';
import { bare, clip } from './show.ts';

const CONTENT: Path = ['campaign_content', 'content'];
/** Specification, Push and Email campaign_content: the key of flat content, per channel. */
const FLAT: Readonly<Record<string, string>> = { PUSH: 'push', EMAIL: 'email' };

/**
 * Content has one of two shapes, flat or keyed by locale. What is neither, or both, fails in every part of the schema;
 * it is one mistake, told at the key that makes it so.
 */
export function inOneShape(problems: readonly Problem[], body: JsonObject): Problem[] {
  const problem = shapeProblem(body);
  return problem
    ? [problem, ...problems.filter(({ path }) => !CONTENT.every((step, index) => path[index] === step))]
    : [...problems];
}

function shapeProblem(body: JsonObject): Problem | undefined {
  const content = valueAt(body, CONTENT);
  const channel = bare(body.channel);
  const flat = FLAT[channel];
  if (!isJsonObject(content) || flat === undefined) return undefined;
  const names = Object.keys(content);
  const other = flat === 'push' ? 'email' : 'push';
  if (names.includes(other) && !names.includes(flat)) {
    const message = `content.${other} is for ${other.toUpperCase()} campaigns; this one is ${channel}`;
    return onKey([...CONTENT, other], 'E_UNKNOWN_KEY', message, `write content.${flat}`);
  }
  const beside = names.find((name) => name !== flat);
  if (names.includes(flat) && beside !== undefined) {
    const message = `content is flat (${flat}) and keyed (${clip(beside)}) at once`;
    return onKey(
      [...CONTENT, beside],
      'E_NOT_ALLOWED',
      message,
      `keep ${flat}, or write a locale default for it`,
    );
  }
  const [only = ''] = names;
  if (names.length !== 1 || only === flat || !isPayload(content[only], flat)) return undefined;
  return onKey(
    [...CONTENT, only],
    'E_UNKNOWN_KEY',
    `"${clip(only)}" is neither ${flat} nor a locale`,
    `write ${flat}`,
  );
}

/** Fields of what is sent, per channel: a locale has variations instead. */
const PAYLOAD: Readonly<Record<string, readonly string[]>> = {
  push: ['android', 'ios', 'web'],
  email: ['subject', 'from_address', 'html_content', 'custom_template_id'],
};

function isPayload(value: JsonValue | undefined, flat: string): boolean {
  return isJsonObject(value) && (PAYLOAD[flat] ?? []).some((name) => Object.hasOwn(value, name));
}
