import type { CampaignKey, Desired } from '../model/campaign.ts';
import { hasErrors, inOrder, type Diagnostic } from '../model/diagnostic.ts';
import { groupBy } from '../model/grouping.ts';
import type { RecordedCampaign } from '../model/kept-value.ts';
import { grade, type Known } from './grade.ts';
import type { Loaded, LoadedCampaign } from './load-campaigns.ts';
import { sendsPerWeek } from './sends-per-week.ts';

/** What decides which findings in campaign files matter. */
export interface Circumstances {
  /** Epoch milliseconds; if omitted, nothing is compared with the clock. */
  readonly now?: number;
  /** Whether a plan follows, which blocks what can't be published; if omitted, the files alone are checked. */
  readonly isPlanned?: boolean;
  /** What is known of a campaign in a workspace; undefined if it is new. If omitted, all are. */
  readonly record?: (workspace: string, key: CampaignKey) => RecordedCampaign | undefined;
}

export interface Judged {
  /** Per workspace, sorted by key, without the campaigns that have errors. */
  readonly desired: ReadonlyMap<string, readonly Desired[]>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Decides which findings matter. Cheap and pure, so that it can be asked what a record would change. */
export function judge(loaded: Loaded, circumstances: Circumstances = {}): Judged {
  const desired = new Map<string, readonly Desired[]>(loaded.workspaces.map((name) => [name, []]));
  const found = groupBy(loaded.campaigns, ({ workspace }) => workspace.name).flatMap((campaigns) => {
    const graded = withSends(
      campaigns.map((one) => gradedAlone(one, circumstances)),
      loaded,
    ).filter(({ campaign }) => campaign.isChosen);
    const sound = graded.flatMap((one) => one.desired ?? []).sort((a, b) => (a.key < b.key ? -1 : 1));
    for (const { workspace } of campaigns.slice(0, 1)) desired.set(workspace.name, sound);
    return graded;
  });
  // The last of equal warnings counts: no record excuses what is wrong with a whole file.
  const ofAll = grade(loaded.findings);
  return { desired, diagnostics: inOrder([...found.flatMap(({ diagnostics: own }) => own), ...ofAll]) };
}

interface Graded {
  readonly campaign: LoadedCampaign;
  readonly known: Known;
  readonly desired: Desired | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

function gradedAlone(campaign: LoadedCampaign, circumstances: Circumstances): Graded {
  const { workspace, key, body, wanted } = campaign;
  const { now, isPlanned = false, record = () => undefined } = circumstances;
  const publishes = workspace.publish !== 'never';
  const known = { record: record(workspace.name, key), body, wanted, publishes, isPlanned, now };
  const diagnostics = grade(campaign.findings, known);
  const desired = hasErrors(diagnostics) ? undefined : campaign.desired;
  return { campaign, known, desired, diagnostics };
}

/** With what the sends of all campaigns of a workspace show together. */
function withSends(all: readonly Graded[], { sendsPerWeek: rule }: Loaded): readonly Graded[] {
  const counted = all.flatMap(({ desired, known }) => (desired ? [{ desired, known }] : []));
  const tooMany = sendsPerWeek(counted, rule);
  return all.map((one) => {
    const finding = one.desired && tooMany.get(one.desired);
    if (!finding) return one;
    const found = grade([finding], one.known);
    return {
      ...one,
      desired: hasErrors(found) ? undefined : one.desired,
      diagnostics: [...one.diagnostics, ...found],
    };
  });
}
