import type { DiagnosticCode } from '../model/diagnostic.ts';
import { isJsonObject, isList, type JsonValue, type Path } from '../model/json.ts';
import { clip } from '../model/show.ts';
import { BODY_KEYS, OUR_KEYS } from './top-level-names.ts';

interface WrongRoot {
  readonly on: 'key' | 'value';
  readonly path: Path;
  readonly finding: readonly [code: DiagnosticCode, message: string, hint: string];
}

/** Why the whole of a file can't be read as one campaign. */
export function wrongRoot(value: JsonValue): WrongRoot | undefined {
  if (isList(value)) {
    const message = 'the file contains a list, but a file describes one campaign';
    const hint = 'write one file per campaign, without a dash, beginning with a line such as channel: EMAIL';
    return { on: 'value', path: [], finding: ['E_YAML', message, hint] };
  }
  if (!isJsonObject(value)) {
    const hint = 'write lines of the form name: value, such as channel: EMAIL, or remove the file';
    return { on: 'value', path: [], finding: ['E_YAML', 'the file contains no campaign', hint] };
  }
  const wrapper = wrapperIn(value);
  if (wrapper === undefined) return undefined;
  const message = `"${clip(wrapper)}" is not a key of a campaign file`;
  const hint = 'delete this line, and move everything below it to the left margin';
  return { on: 'key', path: [wrapper], finding: ['E_UNKNOWN_KEY', message, hint] };
}

/** `campaign:`, with everything that belongs at the left margin below it. */
function wrapperIn(value: Readonly<Record<string, JsonValue>>): string | undefined {
  const known = [...OUR_KEYS, ...BODY_KEYS];
  const [name = '', ...others] = Object.keys(value);
  const inside = value[name] ?? null;
  const isOnly = others.length === 0 && !known.includes(name) && isJsonObject(inside);
  return isOnly && Object.keys(inside).some((one) => known.includes(one)) ? name : undefined;
}
