import { joined, listed, plainText, say, type Phrase } from '../../messages/phrase.ts';
import { editWords } from '../../messages/edit-messages.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import type { PlannedCampaign } from '../../model/plan.ts';
import {
  formerKey,
  type Attention,
  type Issue,
  type AttentionWords,
  type FileLine,
} from './attention-view.ts';
import type { ComponentView } from './component-view.ts';
import { diffLines, fieldsOf, type Detailed } from './diff-lines.ts';
import { groupBy } from '../../model/grouping.ts';
import { bySize, GROUP_AT_LEAST, SECTION_AT_MOST } from './group.ts';
import { withoutRepeats } from './repeated-edits.ts';
import { commonEdit } from './one-cause.ts';

// A campaign may have several issues, some of which others have, too. So this groups issues, not campaigns: what several
// campaigns share is one section, and what else each of them has is another.

/** What several campaigns share, or what is left of one. */
export interface AttentionSection {
  /** At least one. Each has only the issues that the section is about. */
  readonly members: readonly [Attention, ...Attention[]];
  readonly headline: string;
  /** What is reported once. For several campaigns, it has `KEY`, `OLD-KEY`, `FILE` and `ID` in place of their names. */
  readonly words: readonly AttentionWords[];
  /** What a section above reports for this campaign, too. */
  readonly above: Phrase;
}

/** What needs attention, in the order of campaigns; if there is much of it, first what most campaigns share. */
export function attentionSections(attention: readonly Attention[]): AttentionSection[] {
  const shared = sharedSections(attention);
  const covered = new Set(shared.flatMap(({ members }) => members.flatMap(({ issues }) => issues)));
  const single = attention.flatMap((one) => singleSection(one, covered));
  if (attention.length > SECTION_AT_MOST) return [...shared.sort(byMembers), ...single];
  const order = new Map<CampaignKey, number>(attention.map((one, at) => [one.campaign.key, at]));
  const placeOf = ({ members: [first] }: AttentionSection) => order.get(first.campaign.key) ?? 0;
  // Of two sections that begin with the same campaign, the shared one stays first.
  return onceEach([...shared, ...single].sort((left, right) => placeOf(left) - placeOf(right)));
}

/** The same edit of a text only in the first section that has it. */
function onceEach(sections: readonly AttentionSection[]): AttentionSection[] {
  const keyOf = (group: readonly Attention[]) => group[0]?.campaign.key;
  const groups = sections.flatMap(detailGroupsOf).map((group) => ({
    keys: group.map(({ campaign }) => campaign.key),
    components: group.slice(0, 1).flatMap(componentsOf),
  }));
  const shown = withoutRepeats(groups);
  return sections.map((section) => {
    const [first, ...others] = section.members;
    const pointed = (one: Attention): Attention => {
      const key = keyOf(detailGroupsOf(section).find((group) => group.includes(one)) ?? []);
      return {
        ...one,
        issues: one.issues.map((issue) => ({ ...issue, components: shown(issue.components, key) })),
      };
    };
    return { ...section, members: [pointed(first), ...others.map(pointed)] };
  });
}

function byMembers(left: AttentionSection, right: AttentionSection): number {
  return bySize(({ issues }: Attention) => issues.map(likenessOf).join('\n'))(left.members, right.members);
}

/** The issues of a campaign that no shared section reports; none if all are reported there. */
function singleSection(one: Attention, covered: ReadonlySet<Issue>): AttentionSection[] {
  const issues = one.issues.filter((issue) => !covered.has(issue));
  const above = [...new Set(one.issues.filter((issue) => covered.has(issue)).map((issue) => issue.headline))];
  if (issues.length === 0 && above.length > 0) return [];
  const headline = above.length === 0 ? one.headline : (issues[0]?.headline ?? one.headline);
  return [
    {
      members: [{ ...one, issues }],
      headline,
      words: issues,
      above:
        above.length === 0
          ? []
          : say`It is also listed above, under ${listed(above.map((headline) => `“${headline}”`))}.`,
    },
  ];
}

/** Issues that enough campaigns share. Those of exactly the same campaigns are in one section. */
function sharedSections(attention: readonly Attention[]): AttentionSection[] {
  const issues = attention.flatMap((one) =>
    one.issues.map((issue) => ({ one, issue, likeness: likenessOf(issue) })),
  );
  const causes = groupBy(issues, ({ likeness }) => likeness).filter(
    (group) => new Set(group.map(({ one }) => one)).size >= GROUP_AT_LEAST,
  );
  const keysOf = (group: typeof issues) => group.map(({ one }) => one.campaign.key).join('\n');
  return groupBy(causes, keysOf).flatMap((together) => {
    const kept = new Set(together.flat().map(({ issue }) => issue));
    const members = [...new Set(together[0]?.map(({ one }) => one))].map((one) => ({
      ...one,
      issues: one.issues.filter((issue) => kept.has(issue)),
    }));
    return sharedSection(members);
  });
}

function sharedSection([first, ...others]: readonly Attention[]): AttentionSection[] {
  if (!first) return [];
  const words = first.issues.map((issue, at) => {
    const all = others.flatMap(({ issues }) => issues[at] ?? []);
    const isSame = all.every((one) => plainText(wordsPhrase(one)) === plainText(wordsPhrase(issue)));
    return isSame ? issue : issue.wordsFor(commonEdit([issue, ...all].map(({ edit }) => edit)));
  });
  const headline = first.issues[0]?.headline ?? first.headline;
  return [{ members: [first, ...others], headline, words, above: [] }];
}

function likenessOf(issue: Issue): string {
  return `${issue.headline}: ${plainText(wordsPhrase(issue.wordsFor(undefined)))}`;
}

function wordsPhrase({ why, waiting, todo }: AttentionWords): Phrase {
  return joined(why, waiting, todo);
}

/** What a section says, as one phrase. */
export function sectionPhrase({ words }: AttentionSection): Phrase {
  return joined(...words.map(wordsPhrase));
}

/** The rows of a section in a table, one for each issue, with the place in the file of the first campaign. */
export function sectionRows({
  members,
  headline,
  words,
  above,
}: AttentionSection): readonly (AttentionWords & { readonly place: FileLine | undefined })[] {
  const rows = words.map((one, at) => ({ ...one, place: members[0].issues[at]?.place }));
  const [first = { why: say`${headline}`, todo: [], waiting: [], place: undefined }, ...others] = rows;
  return [{ ...first, waiting: joined(first.waiting, above) }, ...others];
}

/** A campaign as a list of several names it. */
export type Named = Pick<PlannedCampaign, 'key'> & Partial<Pick<PlannedCampaign, 'held'>>;

/** The name of a campaign in a section of several, with what is only known of this one. */
export function nameInGroup(campaign: Named): string {
  const own = ownWords(campaign);
  return own === '' ? campaign.key : `${campaign.key} (${own})`;
}

/** The previous key of a moved file, or the live campaigns that a file may belong to. */
export function ownWords({ held = [] }: Named): string {
  const former = formerKey({ held });
  if (former !== undefined) return `was ${former}`;
  return held.flatMap(({ cause }) => ('found' in cause ? cause.found.map(({ id }) => id) : [])).join(', ');
}

/** Who edited a campaign last in the service, if a section of several can't say it for all; otherwise empty. */
export function ownEdit({ issues }: Attention, group: readonly Attention[]): string {
  const [own] = issues.flatMap(({ edit }) => edit ?? []);
  const all = group.map((one) => one.issues.flatMap(({ edit }) => edit ?? [])[0]);
  const common = commonEdit(all);
  if (!own || (common?.by === own.by && common.at === own.at)) return '';
  return `last edited there ${editWords(own)}`;
}

/** The blocked differences of the campaigns of a section: shown once if they are equal. */
export function sharedDetail(group: readonly Attention[]): {
  /** Empty if there are none, or if they differ. */
  readonly components: readonly ComponentView[];
  /** The fields whose values differ, in words; omitted if all are equal. */
  readonly differing?: string;
} {
  const [first = [], ...others] = group.map(componentsOf);
  const lines = (components: readonly ComponentView[]) => JSON.stringify(components.flatMap(diffLines));
  if (others.every((one) => lines(one) === lines(first))) return { components: first };
  const all = [first, ...others].flat();
  const names = [...new Set(all.map(({ name }) => name))].join(', ');
  return { components: [], differing: `${names}: ${fieldsOf(all)}, each with its own value` };
}

/** The campaigns of a section whose blocked differences are equal: all of them, or each by itself. */
function detailGroupsOf({ members }: AttentionSection): (readonly Attention[])[] {
  return sharedDetail(members).differing === undefined ? [members] : members.map((one) => [one]);
}

/** Blocked differences that are shown together: equal ones; and if there are many campaigns, all of a section. */
export function detailGroups(attention: readonly Attention[]): Detailed[][] {
  return attentionSections(attention)
    .flatMap((section) => (attention.length > SECTION_AT_MOST ? [section.members] : detailGroupsOf(section)))
    .map((group) => group.map((one) => ({ key: one.campaign.key, components: componentsOf(one) })));
}

export function componentsOf({ issues }: Attention): ComponentView[] {
  return issues.flatMap(({ components }) => components);
}
