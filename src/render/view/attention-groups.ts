import { diffLines, fieldsOf } from './diff-lines.ts';
import { joined, plainText } from '../../messages/phrase.ts';
import { bySize, GROUP_AT_LEAST, groupBy } from './group.ts';
import type { Attention } from './attention-view.ts';
import type { ComponentView } from './component-view.ts';

/** The same trouble of several campaigns, the most frequent first; what fewer have is told campaign by campaign. */
export function attentionGroups(attention: readonly Attention[]): Attention[][] {
  return groupBy(attention, issueWords)
    .sort(bySize(issueWords))
    .flatMap((group) => (group.length < GROUP_AT_LEAST ? group.map((one) => [one]) : [group]));
}

/** What is held of campaigns that have the same trouble: told once where it is the same, else only which fields. */
export function sharedDetail(group: readonly Attention[]): {
  readonly components: readonly ComponentView[];
  readonly words: string;
} {
  const [first = [], ...others] = group.map(componentsOf);
  const lines = (components: readonly ComponentView[]) => components.flatMap(diffLines).join('\n');
  if (lines(first) === '') return { components: [], words: '' };
  if (others.every((one) => lines(one) === lines(first))) return { components: first, words: '' };
  const names = [...new Set(first.map(({ name }) => name))].join(', ');
  return { components: [], words: `${names}: ${fieldsOf([first, ...others].flat())}, each its own` };
}

export function componentsOf({ issues }: Attention): ComponentView[] {
  return issues.flatMap(({ components }) => components);
}

/** What stands in the way, without what is each campaign's own. */
export function issueWords(one: Attention): string {
  const words = one.issues.map(({ why, waiting, todo }) => plainText(joined(why, waiting, todo)));
  return withoutNames(one, words.join(' ') || one.headline);
}

/** A text with `KEY`, `FILE` and `ID` in place of a campaign's own. */
export function withoutNames({ campaign: { key, file, campaignId } }: Attention, words: string): string {
  const own = [
    [file, 'FILE'],
    [campaignId, 'ID'],
    [key, 'KEY'],
  ] as const;
  return own
    .reduce((text, [name, standIn]) => replaceName(text, name, standIn), words)
    .replace(/\b[0-9a-f]{24}\b/g, 'ID');
}

/** Replaces a name where it stands as a word of its own. */
function replaceName(text: string, name: string | null, standIn: string): string {
  if (name === null) return text;
  const literal = name.replace(/[^\w/]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\w./-])${literal}(?![\\w/-]|\\.\\w)`, 'g'), standIn);
}
