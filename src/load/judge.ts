import {
  SENDING_STATUSES,
  type CampaignKey,
  type CampaignStatus,
  type Desired,
  type DesiredStatus,
} from '../model/campaign.ts';
import { hasErrors, inOrder, type Diagnostic } from '../model/diagnostic.ts';
import type { Finding, TooManySends } from '../model/findings.ts';
import { groupBy } from '../model/grouping.ts';
import { byCodeUnit, type Path } from '../model/json.ts';
import type { RecordedCampaign } from '../model/kept-value.ts';
import { segmentsIn } from '../model/planned-sends.ts';
import { dayAt, daysAfter, sendDays, weekOf, type Day } from '../model/schedule.ts';
import { ruleFor, type SendLimit } from '../model/team-rules.ts';
import { grade, keeps, type Known } from './grade.ts';
import type { Loaded, LoadedCampaign } from './load-campaigns.ts';

/** What decides which findings in campaign files matter. */
export interface Circumstances {
  /** Epoch milliseconds; if omitted, nothing is compared with the clock. */
  readonly now?: number;
  /** Whether a plan follows, which blocks what can't be published; if omitted, the files alone are checked. */
  readonly isPlanned?: boolean;
  /** The status that is wanted, whatever the files say. */
  readonly wanted?: DesiredStatus;
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
  const found = groupBy(loaded.campaigns, ({ workspace }) => workspace.name).flatMap((campaigns) =>
    withSends(
      campaigns.map((one) => gradedAlone(one, circumstances)),
      loaded,
    ).filter(({ campaign }) => campaign.isChosen),
  );
  const sound = found.flatMap(({ campaign, isSound }) => (isSound ? campaign : []));
  const desiredIn = (name: string) =>
    sound
      .filter(({ workspace }) => workspace.name === name)
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ desired }) => desired);
  // The last of equal warnings counts: no record excuses what is wrong with a whole file.
  const ofAll = grade(loaded.findings);
  let desired: Judged['desired'] | undefined;
  return {
    diagnostics: inOrder([...found.flatMap(({ diagnostics: own }) => own), ...ofAll]),
    get desired() {
      return (desired ??= new Map(loaded.workspaces.map((name) => [name, desiredIn(name)])));
    },
  };
}

interface Graded {
  readonly campaign: LoadedCampaign;
  readonly known: Known;
  readonly isSound: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

function gradedAlone(campaign: LoadedCampaign, circumstances: Circumstances): Graded {
  const { workspace, key } = campaign;
  const { now, isPlanned = false, record = () => undefined, wanted = campaign.wanted } = circumstances;
  const publishes = workspace.publish !== 'never';
  const known: Known = {
    ...{ record: record(workspace.name, key), wanted, publishes, isPlanned, now },
    get body() {
      return campaign.body;
    },
  };
  const diagnostics = grade(campaign.findings, known);
  return { campaign, known, isSound: !hasErrors(diagnostics), diagnostics };
}

/** With what the sends of all campaigns of a workspace show together. */
function withSends(all: readonly Graded[], { rules }: Loaded): readonly Graded[] {
  const tooMany = [
    tooManySends(all, rules.sendsPerDay, { why: 'sends_per_day', firstOf: (day) => day }),
    tooManySends(all, rules.sendsPerWeek, { why: 'sends_per_week', firstOf: weekOf }),
  ];
  return all.map((one) => {
    const findings = one.isSound ? tooMany.flatMap((found) => found.get(one.campaign) ?? []) : [];
    if (findings.length === 0) return one;
    const diagnostics = [...one.diagnostics, ...grade(findings, one.known)];
    return { ...one, isSound: !hasErrors(diagnostics), diagnostics };
  });
}

/** How far ahead sends are counted, in days. */
const DAYS_AHEAD = 366;
/** The places that decide who gets a message when. */
const DECIDING = [['segmentation_details'], ['scheduling_details']] as const satisfies readonly Path[];

interface Send {
  readonly campaign: LoadedCampaign;
  readonly segment: string;
  readonly day: Day;
  /** The campaign is already published with this schedule and audience. */
  readonly isKept: boolean;
}

/** A rule about the sends of a day or a week, which is named after its first day. */
interface Period {
  readonly why: 'sends_per_day' | 'sends_per_week';
  readonly firstOf: (day: Day) => Day;
}

/**
 * Too many messages to the same people: all scheduled sends to a segment are counted together, by day or week, and the
 * sends after the last permitted one are reported, once for each campaign. Sends from other tools, and sends that users
 * trigger, are not in the files. Drafts send nothing, and most of them are moved before they are published.
 */
function tooManySends(
  campaigns: readonly Graded[],
  rule: SendLimit | undefined,
  { why, firstOf }: Period,
): ReadonlyMap<LoadedCampaign, Finding> {
  if (!rule) return new Map();
  const sends = campaigns.flatMap(({ campaign, isSound, known }) =>
    isSound && ruleFor(rule, campaign.key) ? sendsOf(campaign, known) : [],
  );
  const tooMany = groupBy(sends, ({ day, segment }) => JSON.stringify([firstOf(day), segment])).flatMap(
    (together) =>
      // What is already published comes first, so that the campaign that is added is the one that is too many.
      [...together]
        .sort(
          (a, b) =>
            Number(b.isKept) - Number(a.isKept) ||
            byCodeUnit(a.day, b.day) ||
            byCodeUnit(a.campaign.key, b.campaign.key),
        )
        .slice(rule.atMost)
        .map((send) => ({ ...send, count: together.length, first: firstOf(send.day), why })),
  );
  // Of several sends of a campaign, the last one set is the first one found.
  return new Map(tooMany.reverse().map((send) => [send.campaign, findingOf(send, rule)]));
}

function findingOf(
  { campaign, segment, ...found }: Send & Pick<Period, 'why'> & Pick<TooManySends, 'count' | 'first'>,
  { level, atMost }: SendLimit,
): Finding {
  const [path] = DECIDING;
  const { file, key, positions } = campaign.desired;
  const at = { file, ...(positions.get('segmentation_details') ?? { line: 1, column: 1 }) };
  const { why, count, first } = found;
  return {
    ...{ code: 'TEAM_RULE', params: { why, level, key, segment, count, first, atMost } },
    ...{ at, path, only: 'new', judged: DECIDING },
  };
}

function sendsOf(campaign: LoadedCampaign, known: Known): Send[] {
  const { now, record } = known;
  const { deliveryType, components, status } = campaign.desired;
  const schedule = components.scheduling_details;
  if (now === undefined || !schedule || !isSendingBySchedule(status, record?.status)) return [];
  const from = weekOf(dayAt(now, schedule.timezone));
  const days = sendDays(deliveryType, schedule, { span: { from, to: daysAfter(from, DAYS_AHEAD) }, now });
  const isKept =
    isSendingBySchedule(undefined, record?.status) && DECIDING.every((path) => keeps(path, known));
  return segmentsIn(components.segmentation_details?.included_filters).flatMap((segment) =>
    days.map((day) => ({ campaign, segment, day, isKept })),
  );
}

/**
 * Whether a campaign sends by its schedule: the file publishes or resumes it, or it was published before and the file
 * doesn't end that. A campaign that was sent this week still counts.
 */
function isSendingBySchedule(
  status: DesiredStatus | undefined,
  recorded: CampaignStatus | undefined,
): boolean {
  if (status === 'PAUSED' || status === 'STOPPED') return false;
  if (recorded === 'STOPPED' || recorded === 'ARCHIVED') return false;
  // A published campaign never becomes a draft again, even if its file says so.
  return (
    status === 'ACTIVE' ||
    recorded === 'SENT' ||
    (recorded !== undefined && SENDING_STATUSES.includes(recorded))
  );
}
