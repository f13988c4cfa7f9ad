/** Brackets that are no link of ours: to our address, in a cell or a list of campaigns, or to the job summary. */
const LINK =
  /\](?!\(\.\.\/blob\/main\/[\w./-]+\))|(?<!\| |\| \*\*(?:One edit in )?\d+ campaigns\*\*: |\| \d+ more: |\)(?: (?:[A-Z]+|new))?(?: \([^\n|]*\))?, |, (?:then )?open |^Left out to save space: [^[\n]*\. )\[/gm;

/** What a page would do with a text besides showing it. */
export function trouble(text: string): string[] {
  const { outside, open } = withoutFences(text);
  // What a hint gives to be typed is code, and of our own making.
  const page = outside.join('\n').replace(/`overrides: \{ [\w-]+: \{ status: [A-Z]+ \} \}`/g, '');
  return [
    ...(open ? ['a block of code that does not end'] : []),
    ...(count(page, '<details>') === count(page, '</details>') ? [] : ['details that do not end']),
    ...found(text, /(?![\n\t])\p{Cc}|\p{Cs}|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu),
    ...found(page, /<(?!\/?(?:details|summary|sub)>|br>)/g),
    ...found(page, /@(?!&#8203;)|#(?=\d)(?<!&#)|\bgh(?:sa)?-(?=\w)/gi),
    ...found(page, /:\/\/|\bwww\.|(?<!\d):[\w+-]+:/gi),
    ...found(page, LINK),
    ...found(page, /&(?!#\d+;)|[*]{3}|~|\\(?!u[0-9a-f]{4})|\$|\{/g),
    ...outside.flatMap(rowTrouble),
  ];
}

/** Every line of a table must have as many cells as its header. */
function rowTrouble(line: string): string[] {
  const cells = line.split('|').length - 1;
  return line.includes('|') && !(/^\|.*\|$/.test(line) && cells >= 5 && cells <= 8) ? [line] : [];
}

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(({ index }) => text.slice(Math.max(0, index - 20), index + 20));
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

/**
 * The lines outside of code blocks. CommonMark: a fence ends at one that is at least as long, indented by at most 3.
 */
function withoutFences(text: string): { outside: string[]; open: boolean } {
  const outside: string[] = [];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const [, run = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence === undefined) {
      if (run === '') outside.push(line);
      else fence = run;
    } else if (run.startsWith(fence) && rest.trim() === '') fence = undefined;
  }
  return { outside, open: fence !== undefined };
}
