import { diffLines, fieldsOf } from './diff-lines.ts';
import { joined, plainText, say, type Phrase } from '../../messages/phrase.ts';
import type { CampaignId, CampaignKey } from '../../model/campaign.ts';
import type { PlannedCampaign } from '../../model/plan.ts';
import { bySize, gathered, GROUP_AT_LEAST, groupBy, SECTION_AT_MOST } from './group.ts';
import { describeAttention, type Attention } from './attention-view.ts';
import type { ComponentView } from './component-view.ts';

/**
 * The campaigns of a section, with similar ones together if it is long. Moved files are always shown together, because a
 * single move calls for a single fix. So are campaigns whose words are all equal, because they have one cause.
 */
export function attentionSections(attention: readonly Attention[]): Attention[][] {
  if (attention.length > SECTION_AT_MOST) return attentionGroups(attention);
  return gathered(attention, (one) => {
    if (formerKey(one.campaign) !== undefined) return `moved: ${likeness(one)}`;
    return componentsOf(one).length === 0 ? wordsOf(one) : undefined;
  });
}

/** The previous key of a campaign whose file seems to have been moved without its key. */
export function formerKey({ held }: PlannedCampaign): string | undefined {
  return held.flatMap(({ cause }) => (cause.code === 'renamed' ? [cause.orphan] : []))[0];
}

/** The name of a campaign in a group; for a moved file, with its previous key. */
export function nameInGroup(campaign: PlannedCampaign): string {
  const former = formerKey(campaign);
  return former === undefined ? campaign.key : `${campaign.key} (was ${former})`;
}

/** Issues that several campaigns share, the most frequent first. Issues of fewer campaigns are shown one by one. */
function attentionGroups(attention: readonly Attention[]): Attention[][] {
  return groupBy(attention, likeness)
    .sort(bySize(likeness))
    .flatMap((group) => (group.length < GROUP_AT_LEAST ? group.map((one) => [one]) : [group]));
}

function likeness(one: Attention): string {
  return plainText(issuePhrase(one));
}

/** The blocked differences of campaigns with the same issue: shown once if they are equal, otherwise only the fields. */
export function sharedDetail(group: readonly Attention[]): {
  readonly components: readonly ComponentView[];
  readonly words: string;
} {
  const [first = [], ...others] = group.map(componentsOf);
  const lines = (components: readonly ComponentView[]) => components.flatMap(diffLines).join('\n');
  if (lines(first) === '') return { components: [], words: '' };
  if (others.every((one) => lines(one) === lines(first))) return { components: first, words: '' };
  const names = [...new Set(first.map(({ name }) => name))].join(', ');
  return {
    components: [],
    words: `${names}: ${fieldsOf([first, ...others].flat())}, each with its own value`,
  };
}

export function componentsOf({ issues }: Attention): ComponentView[] {
  return issues.flatMap(({ components }) => components);
}

/** What blocks a campaign, with `KEY`, `OLD-KEY`, `FILE` and `ID` in place of its own names. */
export function issuePhrase(one: Attention): Phrase {
  return phraseOf(anonymous(one));
}

/** What is shown of one campaign, except its key and its place. */
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
 * The same value with other names in it, including the IDs of candidates. Every text stays a text and every field stays,
 * so the result has the type of the value, which the compiler can't see.
 */
function renamed<Value>(value: Value, names: ReadonlyMap<unknown, string>): Value {
  if (typeof value !== 'object' || value === null) return (names.get(value) ?? value) as Value;
  if (Array.isArray(value)) return value.map((one: unknown) => renamed(one, names)) as Value;
  // The last editor may differ from campaign to campaign, but that isn't a reason to show each one alone.
  const entries = Object.entries(value)
    .filter(([name]) => name !== 'edit')
    .map(([name, one]: [string, unknown]) => [name, name === 'id' ? 'ID' : renamed(one, names)]);
  return Object.fromEntries(entries) as Value;
}
