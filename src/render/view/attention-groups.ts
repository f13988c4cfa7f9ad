import { diffLines, fieldsOf } from './diff-lines.ts';
import { joined, plainText, say, type Phrase } from '../../messages/phrase.ts';
import type { CampaignId, CampaignKey } from '../../model/campaign.ts';
import type { PlannedCampaign } from '../../model/plan.ts';
import { bySize, gathered, GROUP_AT_LEAST, groupBy, SECTION_AT_MOST } from './group.ts';
import { describeAttention, type Attention } from './attention-view.ts';
import type { ComponentView } from './component-view.ts';

/**
 * The campaigns of a section, alike ones together where it is long. Files that were moved are always told together: it is
 * one thing that somebody did, and one thing to do about it. So are campaigns of which every word is the same, because
 * they have one cause.
 */
export function attentionSections(attention: readonly Attention[]): Attention[][] {
  if (attention.length > SECTION_AT_MOST) return attentionGroups(attention);
  return gathered(attention, (one) => {
    if (formerKey(one.campaign) !== undefined) return `moved: ${likeness(one)}`;
    return componentsOf(one).length === 0 ? wordsOf(one) : undefined;
  });
}

/** The key that a campaign seems to have had, where its file was moved without it. */
export function formerKey({ held }: PlannedCampaign): string | undefined {
  return held.flatMap(({ cause }) => (cause.code === 'renamed' ? [cause.orphan] : []))[0];
}

/** What a group calls a campaign: of a moved file also the key that it had. */
export function nameInGroup(campaign: PlannedCampaign): string {
  const former = formerKey(campaign);
  return former === undefined ? campaign.key : `${campaign.key} (was ${former})`;
}

/** The same issue of several campaigns, the most frequent first; what fewer have is shown campaign by campaign. */
function attentionGroups(attention: readonly Attention[]): Attention[][] {
  return groupBy(attention, likeness)
    .sort(bySize(likeness))
    .flatMap((group) => (group.length < GROUP_AT_LEAST ? group.map((one) => [one]) : [group]));
}

function likeness(one: Attention): string {
  return plainText(issuePhrase(one));
}

/** What is held of campaigns that have the same issue: shown once where it is the same, else only which fields. */
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

/** What stands in the way, with `KEY`, `OLD-KEY`, `FILE` and `ID` in place of what is each campaign's own. */
export function issuePhrase(one: Attention): Phrase {
  return phraseOf(anonymous(one));
}

/** What is shown of one campaign, but for its key and its place. */
function wordsOf(one: Attention): string {
  return `${one.headline}: ${plainText(phraseOf(one))}`;
}

function phraseOf({ headline, issues }: Attention): Phrase {
  const phrase = joined(...issues.flatMap(({ why, waiting, todo }) => [why, waiting, todo]));
  return phrase.length === 0 ? say`${headline}` : phrase;
}

/** The same campaign under another name. */
export function anonymous({ campaign, workspace }: Attention): Attention {
  const { key, file, campaignId, held, notes, desired } = campaign;
  const own = new Map<unknown, string>([
    [campaignId, 'ID'],
    [file, 'FILE'],
    [key, 'KEY'],
    [formerKey(campaign), 'OLD-KEY'],
    ...notes.flatMap((note) => (note.kind === 'moved-to' ? [[note.file, 'FILE'] as const] : [])),
  ]);
  return describeAttention(
    {
      ...campaign,
      ...{ key: 'KEY' as CampaignKey, held: renamed(held, own), notes: renamed(notes, own) },
      ...(file !== null && { file: 'FILE' }),
      ...(campaignId !== null && { campaignId: 'ID' as CampaignId }),
      ...(desired && { desired: { ...desired, file: 'FILE' } }),
    },
    workspace,
  );
}

/**
 * The same value with other names in it; the ids of candidates are each campaign's own too. Every text stays a text and
 * every field stays, so that the result has the type of the value, which no compiler can see.
 */
function renamed<Value>(value: Value, names: ReadonlyMap<unknown, string>): Value {
  if (typeof value !== 'object' || value === null) return (names.get(value) ?? value) as Value;
  if (Array.isArray(value)) return value.map((one: unknown) => renamed(one, names)) as Value;
  // Who edited it last is each campaign's own, and no reason to tell the same of each alone.
  const entries = Object.entries(value)
    .filter(([name]) => name !== 'edit')
    .map(([name, one]: [string, unknown]) => [name, name === 'id' ? 'ID' : renamed(one, names)]);
  return Object.fromEntries(entries) as Value;
}
