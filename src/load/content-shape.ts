import { isJsonObject, valueAt, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import { onKey, type Problem } from './problem.ts';
import { clip } from '../model/show.ts';

const CONTENT: Path = ['campaign_content', 'content'];

/**
 * Content has one of two shapes, flat or keyed by locale. What is neither, or both, fails in every part of the schema;
 * it is one mistake, told at the key that makes it so, and all else that lies there is its echo.
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
  /** What is not looked at any more. */
  readonly within: Path;
}

function shapeProblems(body: JsonObject): ShapeProblem[] {
  const { channel } = body;
  if (channel !== 'PUSH' && channel !== 'EMAIL') return [];
  const flat = channel === 'PUSH' ? 'push' : 'email';
  const above = valueAt(body, CONTENT.slice(0, 1));
  if (isJsonObject(above) && above.content === undefined && Object.hasOwn(above, flat)) {
    const path = [...CONTENT.slice(0, 1), flat];
    const problem = onKey(
      path,
      'E_UNKNOWN_KEY',
      `${flat} stands one level too high`,
      `write content: above it, and ${flat}: below that`,
    );
    return [{ problem, within: CONTENT.slice(0, 1) }];
  }
  const content = valueAt(body, CONTENT);
  if (!isJsonObject(content)) return [];
  const whole = wholeProblem(content, flat, channel);
  return whole ? [{ problem: whole, within: CONTENT }] : variationProblems(content, flat);
}

function wholeProblem(content: JsonObject, flat: Flat, channel: string): Problem | undefined {
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

/** Variations whose content stands where the key of the channel should. */
function variationProblems(content: JsonObject, flat: Flat): ShapeProblem[] {
  return Object.entries(content).flatMap(([locale, variations]) =>
    Object.entries(isJsonObject(variations) ? variations : {}).flatMap(([name, value]) => {
      if (!isPayload(value, flat)) return [];
      const path = [...CONTENT, locale, name];
      const problem = onKey(
        path,
        'E_MISSING',
        `${flat} is missing in ${clip(name)}, above its content`,
        `write ${flat}: and indent what follows`,
      );
      return [{ problem, within: path }];
    }),
  );
}

type Flat = 'push' | 'email';

/** Fields of what is sent, per channel: a locale has variations instead. */
const PAYLOAD: Readonly<Record<Flat, readonly string[]>> = {
  push: ['android', 'ios', 'web'],
  email: ['subject', 'from_address', 'html_content', 'custom_template_id'],
};

function isPayload(value: JsonValue | undefined, flat: Flat): boolean {
  return isJsonObject(value) && PAYLOAD[flat].some((name) => Object.hasOwn(value, name));
}
