import { format, resolveConfig } from 'prettier';
import { ALL_GROUPS } from '../../contract/cases/all-groups.ts';
import { sections, type Section } from './specification.ts';

/** Sections with more cases than this are summarized by group, with numbers and an example. */
const LISTED_CASES = 10;

const INTRODUCTION = `# What the contract suite covers

Every section of the specification of the campaign service and every open point, with the cases of the contract suite
(\`test/contract\`) that test it, or the reason why there is none. The page is generated from the cases; after a
change, \`npx vitest run test/contract -u\` regenerates it.`;

/** The cases that cite a section, by group. */
export function coverage(): ReadonlyMap<
  string,
  readonly { readonly group: string; readonly titles: readonly string[] }[]
> {
  return new Map(
    sections().map(({ name }) => [
      name,
      ALL_GROUPS.map(({ name: group, cases }) => ({
        group,
        titles: cases
          .filter(({ references }) => references.some((one) => one === name))
          .map(({ title }) => title),
      })).filter(({ titles }) => titles.length > 0),
    ]),
  );
}

/** The page `test/contract/coverage.md`, formatted like Prettier does. */
export async function coveragePage(path: string): Promise<string> {
  const chapters = [...new Set(sections().map(({ chapter }) => chapter))];
  const parts = chapters.map((chapter) =>
    [
      `## ${chapter}`,
      ...sections()
        .filter((section) => section.chapter === chapter)
        .map(entryOf),
    ].join('\n\n'),
  );
  const text = [INTRODUCTION, totals(), ...parts].join('\n\n');
  return format(text, { ...(await resolveConfig(path)), parser: 'markdown' });
}

function totals(): string {
  const count = ALL_GROUPS.reduce((sum, { cases }) => sum + cases.length, 0);
  const open = sections().filter(({ untested }) => untested !== null).length;
  return `${count} cases in ${ALL_GROUPS.length} groups; ${sections().length} sections and open points, ${open} of them without a case.`;
}

function entryOf({ name, about, untested }: Section): string {
  const head = `**${escaped(name)}** – ${escaped(about)}.`;
  if (untested !== null) return `${head} No case: ${escaped(untested)}`;
  const groups = coverage().get(name) ?? [];
  const count = groups.reduce((sum, { titles }) => sum + titles.length, 0);
  const rows = groups.flatMap(({ group, titles }) =>
    count <= LISTED_CASES
      ? titles.map((title) => `- ${escaped(title)}`)
      : [
          `- ${group}: ${titles.length === 1 ? '' : `${titles.length} cases, such as `}${escaped(titles[0] ?? '')}`,
        ],
  );
  return `${head} ${count === 1 ? 'One case' : `${count} cases`}:\n\n${rows.join('\n')}`;
}

/** Escapes text that Markdown would interpret. */
function escaped(text: string): string {
  return text.replace(/[\\`*[\]<>|]/g, '\\$&');
}
