import type { ComponentName } from '../../model/campaign.ts';
import { groupBy } from '../../model/grouping.ts';
import { bySize, GROUP_AT_LEAST } from './group.ts';
import { startsSending, type ChangeView } from './change-view.ts';
import type { ComponentView } from './component-view.ts';

/** Changes shown together. */
export type ChangeGroup =
  /** Exactly the same is done to each. */
  | { readonly kind: 'same'; readonly words: string; readonly changes: readonly ChangeView[] }
  /** The same fields change, each to its own value; or new campaigns of one type. */
  | { readonly kind: 'alike'; readonly words: string; readonly changes: readonly ChangeView[] }
  /** The changes that are left when there are too many groups to read. */
  | { readonly kind: 'others'; readonly words: string; readonly changes: readonly ChangeView[] };

const GROUPS_AT_MOST = 10;

/** Many changes as few groups: status changes first, then the largest groups. Each change is in exactly one. */
export function changeGroups(changes: readonly ChangeView[]): ChangeGroup[] {
  const same = groupBy(changes, sameness).filter(({ length }) => length >= GROUP_AT_LEAST);
  const grouped = new Set(same.flat());
  const alike = groupBy(
    changes.filter((one) => !grouped.has(one)),
    alikeness,
  );
  const groups = [
    ...same.sort(bySize(sameness)).map((group) => groupOf('same', group)),
    ...alike.sort(bySize(alikeness)).map((group) => groupOf('alike', group)),
  ].sort((left, right) => rank(left) - rank(right) || right.changes.length - left.changes.length);
  const weighty = groups.filter((group) => rank(group) < 2).length;
  const shown = Math.max(GROUPS_AT_MOST, weighty);
  const rest = groups.slice(shown).flatMap((group) => group.changes);
  if (rest.length === 0) return groups;
  return [...groups.slice(0, shown), { kind: 'others', words: 'in other ways', changes: rest }];
}

function groupOf(kind: 'same' | 'alike', changes: readonly ChangeView[]): ChangeGroup {
  const [first] = changes;
  if (!first) return { kind, words: '', changes };
  return { kind, words: kind === 'same' ? first.commonWords : alikeWords(first), changes };
}

/** First status changes, then changes of whom a campaign reaches or when it sends. Neither is ever shortened. */
function rank({ changes: [first] }: ChangeGroup): 0 | 1 | 2 {
  if (first?.campaign.transition) return 0;
  return first && movesAudienceOrTime(first) ? 1 : 2;
}

const WHO_AND_WHEN: readonly ComponentName[] = [
  'segmentation_details',
  'trigger_condition',
  'scheduling_details',
];

function movesAudienceOrTime({ kind, components }: ChangeView): boolean {
  return kind !== 'create' && components.some(({ name }) => WHO_AND_WHEN.includes(name));
}

function sameness(change: ChangeView): string {
  const { kind, commonWords, reach, components } = change;
  // The place of the rest of a value differs from file to file, and the last editor from campaign to campaign.
  const common = components.map((one) => ({ ...one, rest: [], causeInFull: '' }));
  return JSON.stringify([kind, commonWords, reach, common]);
}

/** The differences of campaigns to which the same is done. An editor is named if it is the same for all of them. */
export function commonComponents(changes: readonly ChangeView[]): readonly ComponentView[] {
  const [first, ...others] = changes;
  return (first?.components ?? []).map((one, at) => {
    const isCommon = others.every(({ components }) => components[at]?.causeInFull === one.causeInFull);
    return isCommon ? one : { ...one, causeInFull: one.cause };
  });
}

function alikeness(change: ChangeView): string {
  return JSON.stringify([change.kind, alikeWords(change)]);
}

function alikeWords(change: ChangeView): string {
  const { campaign, kind } = change;
  const everybody = change.isForAllUsers ? '; to: all users' : '';
  if (kind !== 'create') {
    const who = startsSending(campaign) ? 'whom, when and what' : '';
    return `${[change.commonWords, who].filter(Boolean).join(', ')}, each with its own value${everybody}`;
  }
  const { channel = '', deliveryType = '' } = campaign.desired ?? {};
  const end = campaign.transition ? `, then ${campaign.transition.action.toLowerCase()}` : '';
  return `${channel} ${deliveryType}, each with its own content${end}${everybody}`;
}
