import { clip } from '../../model/show.ts';
import { isWord, tokensOf, type Finding, type TemplatePart } from './expression-scan.ts';

// Expressions that somebody began and didn't finish: without a name, a field or a condition.

/** What a tag needs after its name, and an example. */
const NEEDS: Readonly<Record<string, readonly [what: string, example: string]>> = {
  if: ['condition', '{% if user.first_name %}'],
  elsif: ['condition', '{% elsif user.first_name %}'],
  elif: ['condition', '{% elif user.first_name %}'],
  unless: ['condition', '{% unless user.first_name %}'],
  case: ['value', '{% case user.language %}'],
  when: ['value', '{% when "en" %}'],
  for: ['list', '{% for item in event.items %}'],
};

/** Roots that are shown with one of their attributes only, and an example. */
const WHOLE: Readonly<Record<string, string>> = {
  user: '.first_name',
  event: '.product',
  UserAttribute: "['First Name']",
  EventAttribute: "['Product']",
  BusinessEventAttribute: "['Product']",
};

/** Signs that only say how the text around an expression is trimmed. */
const TRIMS: readonly string[] = ['-', '+', '~'];

/** Tags whose text isn't an expression: file names, and comments. */
const OPAQUE: readonly string[] = ['#', 'comment', 'raw', 'include', 'render', 'import', 'from', 'liquid'];

/** What is missing in an output or a tag. */
export function gapIn(part: TemplatePart): Finding[] {
  const { tag } = part;
  const tokens = tokensOf(part).filter(({ text }) => !TRIMS.includes(text));
  const report = (kind: Finding['kind'], message: string, hint: string) => [{ kind, part, message, hint }];
  if (tag === '')
    return report('broken', 'this tag has no name', 'write its name right after {%, as in {% if … %}');
  if (tag === undefined && tokens.length === 0)
    return report(
      'broken',
      'this template expression is empty',
      'name what it shows, as in {{ user.first_name }}, or remove it',
    );
  const [root, next, filter] = tokens;
  if (
    tag === undefined &&
    root &&
    Object.hasOwn(WHOLE, root.text) &&
    (!next || (next.text === '|' && !/json|inspect/.test(filter?.text ?? '')))
  )
    return report(
      'doubtful',
      `${clip(part.text)} names no attribute`,
      `write one, as in {{ ${root.text}${WHOLE[root.text] ?? ''} }}`,
    );
  const needed = tag !== undefined && Object.hasOwn(NEEDS, tag) ? NEEDS[tag] : undefined;
  if (needed && tokens.length === 0)
    return report('broken', `{% ${tag} %} has no ${needed[0]}`, `write one, as in ${needed[1]}`);
  if (tag !== undefined && OPAQUE.includes(tag)) return [];
  const at = tokens.findIndex(({ text }, index) => {
    const [before, next] = [tokens[index - 1], tokens[index + 1]];
    return text === '.' && before && isWord(before) && (!next || !/^[\p{L}\p{N}_.[]/u.test(next.text));
  });
  const name = tokens[at - 1]?.text;
  if (name === undefined) return [];
  const message = `the name of a field is missing after "${clip(name)}."`;
  return report('broken', message, 'write it after the dot, as in {{ user.first_name }}, or remove the dot');
}
