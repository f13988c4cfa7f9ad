import { visit } from 'yaml';
import { isSource, parseSource } from '../load/yaml/source.ts';
import { splitMark } from '../model/byte-order-mark.ts';
import { sameJson, type JsonObject, type JsonValue } from '../model/json.ts';
import { commentsIn } from './comments.ts';
import { Editing, parsed, spliced, type Splice } from './editing.ts';
import { inFlow } from './style.ts';

// A file is changed by replacing ranges of its text, so that everything else keeps its bytes: comments, blank lines,
// quotes, the order of keys. A value that can't be changed in its place is rendered with the entry that holds it. The
// result is returned only if it says what is wanted, and has all comments that are not part of something removed.

/** A few rounds are enough: anchored values change first, and then their aliases. */
const ROUNDS = 6;

/**
 * The YAML file with another value. Undefined if the text isn't such a file, or if the value can't be written into it
 * without losing a comment.
 */
export function editYaml(text: string, value: JsonObject): string | undefined {
  const [mark, plain] = splitMark(text);
  // If an anchor goes, its aliases say its value.
  const found = [plain, withoutAliases(plain)].map((one) => one && inRounds(one, value)).find(Boolean);
  return found && mark + found;
}

function inRounds(text: string, value: JsonObject): string | undefined {
  const dropped: string[] = [];
  let now = text;
  for (let round = 0; round < ROUNDS; round += 1) {
    const source = parseSource('', now);
    if (!isSource(source)) return undefined;
    if (sameJson(source.value, value)) return keepsComments(text, now, dropped) ? now : undefined;
    now = new Editing(now, dropped).changed({ before: source.value, next: value });
  }
  return undefined;
}

/** Whether all comments are left, except those of what was removed. */
function keepsComments(before: string, after: string, dropped: readonly string[]): boolean {
  const left = commentsIn(after);
  return commentsIn(before).every((comment) => {
    const at = left.indexOf(comment);
    if (at !== -1) left.splice(at, 1);
    return at !== -1 || dropped.some((one) => one.includes(comment));
  });
}

function withoutAliases(text: string): string | undefined {
  if (!isSource(parseSource('', text))) return undefined;
  const document = parsed(text);
  const splices: Splice[] = [];
  visit(document, {
    Alias: (_, node) => {
      const [from = 0, to = from] = node.range ?? [];
      splices.push({ from, to, put: inFlow(node.toJS(document) as JsonValue) });
    },
  });
  return spliced(text, splices);
}
