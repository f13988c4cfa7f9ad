import { CST, isMap, visit } from 'yaml';
import { isSource, parseSource } from '../load/yaml/source.ts';
import { splitMark } from '../model/text-start.ts';
import { isJsonObject, sameJson, type JsonObject, type JsonValue } from '../model/json.ts';
import { editMap, parseTokens } from './edit-tokens.ts';
import { commentsIn, inBlocks, inFlow, yamlText } from './style.ts';

// A file is changed in its syntax tokens, so that everything else keeps its bytes: comments, blank lines, quotes, the order
// of keys. The result is returned only if it says what is wanted, and has all comments that are not part of something
// removed.

/** Brackets with comments become blocks first, so that their entries can change in the next round. */
const ROUNDS = 4;

/**
 * The YAML file with another value. Undefined if the text isn't such a file, or if the value can't be written into it
 * without losing a comment.
 */
export function editYaml(text: string, value: JsonObject): string | undefined {
  const [mark, plain] = splitMark(text);
  const source = parseSource('', plain);
  if (!isSource(source)) return undefined;
  if (sameJson(source.value, value)) return text;
  const closed = /\n$/.test(plain) ? plain : `${plain}${plain.includes('\r\n') ? '\r\n' : '\n'}`;
  // If an anchor goes, its aliases say its value.
  const found = inRounds(closed, value) ?? inRounds(withoutAliases(closed), value);
  return found && mark + found;
}

function inRounds(text: string, value: JsonObject): string | undefined {
  const lost: string[] = [];
  let now = text;
  for (let left = ROUNDS; left > 0; left -= 1) {
    const source = parseSource('', now);
    if (!isSource(source)) return undefined;
    if (sameJson(source.value, value)) return keepsComments(text, now, lost) ? now : undefined;
    const { tokens, document } = parseTokens(now);
    const { contents } = document;
    if (!isMap(contents) || !isJsonObject(source.value)) return undefined;
    const isDone = editMap(contents, { before: source.value, next: value }, { text: now, lost });
    // A file in braces can only get other entries once each of them has a line.
    if (!isDone) document.contents = inBlocks(contents);
    now = isDone ? tokens.map((token) => CST.stringify(token)).join('') : yamlText(document);
  }
  return undefined;
}

/** Whether all comments are left, except those of what was removed. */
function keepsComments(before: string, after: string, lost: readonly string[]): boolean {
  const left = commentsIn(after);
  return commentsIn(before).every((comment) => {
    const at = left.indexOf(comment);
    if (at !== -1) left.splice(at, 1);
    return at !== -1 || lost.some((one) => one.includes(comment));
  });
}

function withoutAliases(text: string): string {
  const { tokens, document } = parseTokens(text);
  visit(document, {
    Alias: (_, node) => {
      const { srcToken: token } = node;
      if (token && 'source' in token) token.source = inFlow(node.toJS(document) as JsonValue);
    },
  });
  return tokens.map((token) => CST.stringify(token)).join('');
}
