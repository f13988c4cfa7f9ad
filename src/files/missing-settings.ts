import { parse } from 'yaml';
import { isJsonObject, isList, type JsonObject, type JsonValue } from '../model/json.ts';

// A file of settings belongs to the team, so an existing one is kept. What it lacks is shown, to be added by hand. A
// setting that has another value there is the team's own choice.

/** What a kept file lacks of ours, as text to add to it; empty if it lacks nothing. */
export function missingSettings(ours: string, kept: string): string {
  const wanted = parsed(ours);
  return isJsonObject(wanted) ? missingMembers(wanted, parsed(kept)) : missingLines(ours, kept);
}

/** JSON as editors accept it, with comments and trailing commas; undefined for anything else. */
function parsed(text: string): JsonValue | undefined {
  if (!text.trimStart().startsWith('{') && !/^\s*\/[/*]/.test(text)) return undefined;
  const plain = text.replace(
    /("(?:\\.|[^"\\])*")|\/\/.*|\/\*[\s\S]*?\*\//g,
    (_, quoted?: string) => quoted ?? '',
  );
  try {
    return parse(plain) as JsonValue;
  } catch {
    return undefined;
  }
}

function missingMembers(ours: JsonObject, kept: JsonValue | undefined): string {
  const missing = without(ours, isJsonObject(kept) ? kept : {});
  const lines = JSON.stringify(missing, null, 2).split('\n');
  return lines
    .slice(1, -1)
    .map((line) => `${line.slice(2)}\n`)
    .join('');
}

function without(ours: JsonObject, kept: JsonObject): JsonObject {
  const there = new Map(Object.entries(kept).map(([name, value]) => [plainPath(name), value]));
  return Object.fromEntries(
    Object.entries(ours).flatMap(([name, value]): [string, JsonValue][] => {
      const found = there.get(plainPath(name));
      if (found === undefined) return [[name, value]];
      const rest = remaining(value, found, name);
      return rest === undefined ? [] : [[name, rest]];
    }),
  );
}

/** Members that are missing; items only of a list of recommendations, because the team's own patterns may be others. */
function remaining(ours: JsonValue, kept: JsonValue, name: string): JsonValue | undefined {
  if (isJsonObject(ours) && isJsonObject(kept)) {
    const rest = without(ours, kept);
    return Object.keys(rest).length > 0 ? rest : undefined;
  }
  if (name !== 'recommendations' || !isList(ours) || !isList(kept)) return undefined;
  const rest = ours.filter((item) => !kept.includes(item));
  return rest.length > 0 ? rest : undefined;
}

function plainPath(name: string): string {
  return name.replace(/^\.\//, '');
}

/** Lines of git attributes, with their comments: what matters are line endings, which a line for all files may set. */
function missingLines(ours: string, kept: string): string {
  const there = kept.split('\n').map(attributesIn);
  const isThere = (line: string) => {
    const [pattern = '', ...attributes] = attributesIn(line);
    const endings = attributes.filter((one) => one.startsWith('eol='));
    return there.some(
      ([other = '', ...others]) =>
        [pattern, '*', '**'].includes(other) && endings.every((one) => others.includes(one)),
    );
  };
  const lines = ours.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.every(isThere) ? '' : ours;
}

/** A pattern, which may be quoted, and its attributes. */
function attributesIn(line: string): string[] {
  return line.trim().match(/"(?:\\.|[^"\\])*"|\S+/g) ?? [];
}
