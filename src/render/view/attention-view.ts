import type { CampaignKey, Positioned } from '../../model/campaign.ts';
import type { LastEdit } from '../../model/last-edit.ts';
import type { Held, HeldReason } from '../../model/held.ts';
import { describeUrgentNote, isUrgent, type UrgentNote } from '../../messages/note-messages.ts';
import { describeBelowHead } from './below-head.ts';
import { joined, type Message, type Phrase } from '../../messages/phrase.ts';
import { memberOf } from '../../model/json.ts';
import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import type { Result } from '../../model/result.ts';
import { withoutNames, type OwnNames } from './one-cause.ts';
import { describeComponent, type ComponentView } from './component-view.ts';
import { waitingBeside } from './waiting-beside.ts';

/** A campaign that needs attention. */
export interface Attention {
  readonly campaign: PlannedCampaign;
  /** The workspace that its sentences name. */
  readonly workspace: string;
  readonly headline: string;
  readonly issues: readonly Issue[];
}

/** Why something needs attention, and what to do. */
export interface AttentionWords extends Message {
  /** That other changes of the campaign are waiting, too; empty if there are none. */
  readonly waiting: Phrase;
}

/** One thing that blocks a campaign or needs attention: why, where it is written, and what to do. */
export interface Issue extends AttentionWords {
  readonly kind: 'held' | 'note';
  /** `blocked: locked` */
  readonly headline: string;
  /** The words of this entry without the names of the campaign, and with `edit` for who edited it last. */
  readonly wordsFor: (edit: LastEdit | undefined) => AttentionWords;
  /** Who edited the campaign last in the service, if the words say so. */
  readonly edit: LastEdit | undefined;
  /** Where the file has the blocked value; undefined without a file, and for notes. */
  readonly place: FileLine | undefined;
  readonly components: readonly ComponentView[];
}

export interface FileLine {
  readonly file: string;
  readonly line: number | undefined;
}

/** Whether a campaign needs attention before or after an apply. */
export function needsAttention({ held, notes, verdict }: PlannedCampaign): boolean {
  return held.some(isReported) || verdict === 'unknown' || notes.some(isUrgent);
}

/** Notes that matter after an apply, too: what was sent in spite of them can still be paused. */
const AFTER_APPLY: readonly UrgentNote['kind'][] = [
  'moved-by-hand',
  'same-name',
  'starts-soon',
  'too-late-to-stop',
];

/** What needed attention in the campaigns that a run has changed or couldn't stop, which the result itself doesn't say. */
export function noticedBefore(
  { campaigns, workspace }: Plan,
  { applied }: Pick<Result, 'applied'>,
): readonly { readonly key: string; readonly headline: string; readonly words: Phrase }[] {
  const changed = new Set(applied.map(({ key }) => key));
  return campaigns.flatMap((campaign) =>
    campaign.notes
      .filter(isUrgent)
      .filter(({ kind }) =>
        changed.has(campaign.key) ? AFTER_APPLY.includes(kind) : kind === 'too-late-to-stop',
      )
      .map((note) => {
        const { headline, why, todo } = noteIssue(note, { campaign, workspace });
        // What to do before the apply isn't what to do after it.
        const words = note.kind === 'too-late-to-stop' ? joined(why, todo) : why;
        return { key: campaign.key, headline, words };
      }),
  );
}

/** Where the file of each blocked campaign has what is blocked. */
export function placesOfHeld({ campaigns, workspace }: Plan): ReadonlyMap<CampaignKey, FileLine> {
  return new Map(
    campaigns.flatMap((campaign) => {
      const issue = describeAttention(campaign, workspace).issues.find(({ kind }) => kind === 'held');
      return issue?.place ? [[campaign.key, issue.place]] : [];
    }),
  );
}

/** What blocks one campaign or needs attention. */
export function describeAttention(campaign: PlannedCampaign, workspace: string): Attention {
  const notes = campaign.notes.filter(isUrgent);
  return {
    campaign,
    workspace,
    headline: headline(campaign),
    issues: [
      ...notes.filter(isCause).map((note) => noteIssue(note, { campaign, workspace })),
      ...campaign.held.filter(isReported).map((held) => heldIssue(held, { campaign, workspace })),
      ...notes.filter((note) => !isCause(note)).map((note) => noteIssue(note, { campaign, workspace })),
    ],
  };
}

/** Whether a note explains why something is blocked, so that it comes first. */
function isCause({ kind }: UrgentNote): boolean {
  return kind === 'moved-by-hand' || kind === 'unconfirmed';
}

/** The guard's refusal is shown once, below the plan. */
function isReported({ reason }: Held): boolean {
  return reason !== 'guard';
}

function headline({ verdict, held, notes }: PlannedCampaign): string {
  const [first] = held.filter(isReported);
  if (verdict === 'unknown') return 'unknown';
  if (first) return heldHeadline(first, verdict);
  const note = notes.find(isUrgent);
  return note ? HEADLINES[note.kind] : '';
}

/** `blocked: locked`, for what blocks a campaign; `draft only: status not possible` for one that is created but not started. */
export function heldHeadline(held: Held, verdict: PlannedCampaign['verdict']): string {
  if (verdict === 'unknown') return 'unknown';
  const isCreated = verdict === 'create' && isReported(held);
  return `${isCreated ? 'draft only' : 'blocked'}: ${headwords(held)}`;
}

/** A status that can't be reached for a special reason is named after that reason. */
function headwords({ reason, cause }: Held): string {
  return memberOf(CAUSES, cause.code) ?? REASONS[reason];
}

const CAUSES: Readonly<Partial<Record<string, string>>> = {
  'start-past': 'starts in the past',
  expired: 'expired',
  blackout: 'blackout',
  'creation-unclear': 'already created?',
};

const REASONS: Readonly<Record<HeldReason, string>> = {
  locked: 'locked',
  conflict: 'conflict',
  drift: 'drift',
  'type-changed': 'type changed',
  'needs-publish': 'publishing is off',
  'transition-not-possible': 'status not possible',
  'in-flight': 'waiting',
  'not-reviewed': 'not reviewed',
  unreadable: 'could not be read',
  missing: 'missing in the service',
  renamed: 'renamed?',
  guard: 'guard',
  quota: 'quota',
  ambiguous: 'same name',
  'read-only': 'read-only',
};

const HEADLINES: Readonly<Record<UrgentNote['kind'], string>> = {
  'too-late-to-stop': 'too late to stop',
  'still-sending': 'no file, still sending',
  'sending-when-last-seen': 'no file, sending when last seen',
  'moved-to': 'its file moved',
  'start-past': 'starts in the past',
  'starts-soon': 'sent within an hour',
  unconfirmed: 'not confirmed',
  'unknown-status': 'unknown status',
  'status-removed': 'still live',
  'same-name': 'a copy?',
  'moved-by-hand': 'status changed',
  'stop-drops': 'edits dropped',
};

/** Where an issue was found. */
interface Found {
  readonly campaign: PlannedCampaign;
  readonly workspace: string;
}

function heldIssue(held: Held, { campaign, workspace }: Found): Issue {
  const words = (one: Held): AttentionWords => ({
    ...describeBelowHead(one, workspace),
    waiting: waitingBeside(campaign, held),
  });
  return {
    kind: 'held',
    headline: heldHeadline(held, campaign.verdict),
    ...words(held),
    wordsFor: (edit) => words(withoutNames(held, ownNames(campaign), edit)),
    edit: 'edit' in held.cause ? held.cause.edit : undefined,
    place: placeOfVariable(held) ?? placeOf(campaign, writtenIn(held, campaign)),
    components: campaign.components
      .filter(({ name }) => held.components.includes(name))
      .map((change) => describeComponent(change, campaign)),
  };
}

/** The names of a campaign in its own sentences. */
function ownNames(campaign: PlannedCampaign): OwnNames & { readonly key: CampaignKey } {
  const { key, file, campaignId, notes } = campaign;
  const moved = notes.flatMap((note) => (note.kind === 'moved-to' ? [note.file] : []))[0];
  return { key, campaignId, file: file ?? moved, former: formerKey(campaign) };
}

/** The previous key of a campaign whose file seems to have been moved without its key. */
export function formerKey({ held }: Pick<PlannedCampaign, 'held'>): string | undefined {
  return held.flatMap(({ cause }) => (cause.code === 'renamed' ? [cause.orphan] : []))[0];
}

const SCHEDULE = 'scheduling_details';

/** Causes that the schedule of a file decides, and the part of it. */
const OF_SCHEDULE: Readonly<Partial<Record<string, Positioned>>> = {
  'start-past': 'start_time',
  expired: 'expiry_time',
  blackout: 'start_time',
};

/** What in the file is shown; if the file doesn't have the first, the next. */
function writtenIn({ cause, components }: Held, { desired }: PlannedCampaign): readonly Positioned[] {
  const part = components.length === 0 ? memberOf(OF_SCHEDULE, cause.code) : undefined;
  return part !== undefined && desired?.components.scheduling_details ? [part, SCHEDULE] : components;
}

/** Where workspaces.yaml has the edit, if all of it is there. */
function placeOfVariable({ cause }: Held): FileLine | undefined {
  const advice = 'advice' in cause ? cause.advice : undefined;
  return advice?.variables?.[0]?.place;
}

function placeOf({ desired }: PlannedCampaign, names: readonly Positioned[]): FileLine | undefined {
  if (!desired) return undefined;
  const { file, positions, status } = desired;
  const first = names.find((name) => positions.has(name)) ?? (status ? 'status' : 'channel');
  return { file, line: positions.get(first)?.line };
}

function noteIssue(note: UrgentNote, { campaign, workspace }: Found): Issue {
  const words = (one: UrgentNote, key: string): AttentionWords => ({
    ...describeUrgentNote(one, { action: campaign.transition?.action, key, workspace }),
    waiting: [],
  });
  return {
    kind: 'note',
    headline: HEADLINES[note.kind],
    ...words(note, campaign.key),
    wordsFor: (edit) => words(withoutNames(note, ownNames(campaign), edit), 'KEY'),
    edit: 'edit' in note ? note.edit : undefined,
    place: notePlace(note, campaign),
    components: [],
  };
}

function notePlace({ kind }: UrgentNote, campaign: PlannedCampaign): FileLine | undefined {
  if (kind === 'start-past' || kind === 'starts-soon') return placeOf(campaign, ['start_time', SCHEDULE]);
  return kind === 'same-name' ? placeOf(campaign, ['basic_details']) : undefined;
}
