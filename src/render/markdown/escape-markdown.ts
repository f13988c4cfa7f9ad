import { place as placeIn } from '../../model/diagnostic.ts';
import { inMedium, type Phrase } from '../../messages/phrase.ts';
import { visibleText } from '../../model/show.ts';
import { visibleInline } from '../text-layout.ts';

/** A zero-width space that isn't part of a word, so the text around it no longer forms a name, number or address. */
const BREAK = '&#8203;';

/** Characters that mean something in Markdown, HTML or mathematics; an underscore inside a word means nothing. */
const MARKUP = /[&<>`*~[\]|\\$^{}]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g;

/**
 * What GitHub turns into links or pictures after Markdown is done, where no entity helps: mentions, references
 * to issues and advisories, addresses, emoji. The break goes after the captured text.
 */
const LINKED = /(@|#(?=\w)|\bgh(?:sa)?-(?=\w)|:(?=\/\/)|\bwww(?=\.)|(?<!\d):(?=[\w+-]+:))/gi;

/** External text as inline Markdown, also inside HTML tags and table cells: it is shown literally and has no effect. */
export function escapeMarkdown(text: string): string {
  return visibleInline(text)
    .split(LINKED)
    .map((part, at) => part.replace(MARKUP, entity) + (at % 2 === 1 ? BREAK : ''))
    .join('');
}

/** Markdown that the team wrote in its workflow. Only HTML has no effect, since it could hide the text around it. */
export function teamMarkdown(text: string): string {
  const shown = visibleText(text.replaceAll('\r\n', '\n')).replace(/<(?=[!?/a-z])/gi, '&lt;');
  const fence = openFence(shown);
  return fence === undefined ? shown : `${shown}\n${fence}`;
}

/** The fence of a code block that is still open at the end. CommonMark: a fence of the same kind and at least that length ends it. */
function openFence(text: string): string | undefined {
  let open: string | undefined;
  for (const line of text.split('\n')) {
    const [, run = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (run === '') continue;
    if (open === undefined) open = run;
    else if (run.startsWith(open) && rest.trim() === '') open = undefined;
  }
  return open;
}

/**
 * A phrase on GitHub, which has inputs in place of options, and no command line. Adjacent texts are escaped together,
 * because two of them could form a link or an emoji.
 */
export function phraseMarkdown(phrase: Phrase): string {
  let [shown, plain] = ['', ''];
  const add = (piece: string) => {
    shown += escapeMarkdown(plain) + piece;
    plain = '';
  };
  for (const span of inMedium('onGitHub', phrase)) {
    if (span.kind === 'strong') add(`**${escapeMarkdown(span.text)}**`);
    else if (span.kind === 'link') add(linked(span.text, span.address));
    else if (span.kind === 'code' && CODE.test(span.text)) add(`\`${span.text}\``);
    else if (span.kind !== 'per-medium' && span.kind !== 'command')
      plain += span.kind === 'place' ? placeIn(span.place) : span.text;
  }
  add('');
  return shown;
}

/** Code in which nothing can end the code or the table cell around it. */
const CODE = /^[\w ./:{},-]+$/;

/** A name as code, unless something in it could end the code or the table cell around it. */
export function codeSpan(text: string): string {
  return /^[\w./:-]+$/.test(text) ? `\`${text}\`` : escapeMarkdown(text);
}

/** A link whose address can't end it early. */
export function linked(text: string, address: string): string {
  const url = visibleText(address).replace(
    /[\s<>()|\\`"'*_[\]]/g,
    (found) => `%${found.charCodeAt(0).toString(16)}`,
  );
  return `[${escapeMarkdown(text)}](${url})`;
}

/** Lines in a code block that none of them can end. */
export function fenced(language: string, lines: readonly string[]): string {
  const shown = lines.map((line) => visibleText(line).replaceAll('\n', ' '));
  const runs = shown.flatMap((line) => line.match(/`+/g) ?? []);
  const longest = runs.reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return [fence + language, ...shown, fence].join('\n');
}

function entity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
