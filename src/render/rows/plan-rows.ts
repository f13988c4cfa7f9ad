import { isMoved, isPastOrphan, isSent, type Plan, type PlannedCampaign } from '../../model/plan.ts';
import { SENDING_STATUSES } from '../../model/campaign.ts';
import { sendsAtOnce } from '../../model/schedule.ts';
import { scheduleToPublish } from '../../model/timing.ts';
import { isEmergencyStop, publishesVersion } from '../../model/transitions.ts';
import { describeComponent } from './values.ts';
import { factsOf } from './reach.ts';
import { fieldsOf } from './group.ts';
import { rowFor, shownIn, type ComponentValues, type Mark, type Row, type Urgency } from './row.ts';
import { visibleLine, clipTo } from '../text-layout.ts';
import { leafAt } from '../../model/component-leaves.ts';
import { groupBy } from '../../model/grouping.ts';
import { DAY_MS } from '../../model/time.ts';
import {
  describeOrphan,
  describeQuietNote,
  describeReleased,
  describeSameName,
  isUrgent,
  type QuietNote,
  type ShownLeaf,
} from '../../messages/catalog/notes.ts';
import { dottedName } from '../../messages/field-names.ts';
import { mapText, say } from '../../messages/phrase.ts';
import { attentionRows } from './attention-rows.ts';
import { valueWords } from './differences.ts';

/** A plan in words, in the order in which every rendering has it: what needs attention, what is sent, what is noted. */
export function planRows({
  campaigns,
  workspace,
  now,
}: Pick<Plan, 'campaigns' | 'workspace' | 'now'>): Row[] {
  return [
    ...campaigns.flatMap((one) => attentionRows(one, workspace)),
    ...changeRows(
      campaigns.filter(({ steps }) => steps.length > 0),
      now,
    ),
    ...noteRows(campaigns, workspace),
  ];
}

/** By what happens to customers: what sends, soonest first, what stops, drafts, everything else. */
function changeRows(campaigns: readonly PlannedCampaign[], now: number): Row[] {
  return campaigns
    .map((campaign) => ({ campaign, ...urgencyOf(campaign, now) }))
    .sort((one, other) => rankOf(one.urgency) - rankOf(other.urgency) || one.instant - other.instant)
    .map(({ campaign, urgency }) => ({ ...changeRow(campaign), urgency }));
}

/** What happens to customers, and when it sends next; 0 if that is at once, or whenever users trigger it. */
function urgencyOf(
  campaign: PlannedCampaign,
  now: number,
): { readonly urgency: Urgency; readonly instant: number } {
  const { desired, liveStatus, nextSend = '' } = campaign;
  if (isMoved(campaign) && isStopped(campaign)) return { urgency: 'stops', instant: 0 };
  const isSending = liveStatus !== null && SENDING_STATUSES.includes(liveStatus);
  if (!desired || !(isMoved(campaign) || isSending))
    return { urgency: liveStatus === null || liveStatus === 'DRAFT' ? 'drafts' : 'others', instant: 0 };
  const at = Date.parse(nextSend);
  return { urgency: at > now + DAY_MS ? 'later' : 'now', instant: Number.isNaN(at) ? 0 : at };
}

const HEADINGS: Readonly<Record<Urgency, string>> = {
  now: 'Sends now or within a day',
  later: 'Sends later',
  stops: 'Stops',
  drafts: 'Drafts, nothing sent',
  others: 'Everything else',
};
const URGENCIES = Object.keys(HEADINGS);

function rankOf(urgency: Urgency): number {
  return URGENCIES.indexOf(urgency);
}

/** The rows that say how soon customers notice, by that; the others have no title. */
export function byUrgency(rows: readonly Row[]): { readonly title: string; readonly rows: readonly Row[] }[] {
  return groupBy(rows, ({ urgency = '' }) => urgency).map((same) => {
    const { urgency }: Partial<Row> = same[0] ?? {};
    return { title: urgency ? HEADINGS[urgency] : '', rows: same };
  });
}

/** The rows of a plan, by the sections that every rendering has. */
export function sectionsOf(rows: readonly Row[]) {
  const ofKinds = (...kinds: Row['kind'][]) => rows.filter(({ kind }) => kinds.includes(kind));
  return { attention: ofKinds('blocked', 'warning'), changes: ofKinds('change'), notes: ofKinds('note') };
}

/** What asks for nothing: what files no longer manage, where live differs, and new files with one name. */
function noteRows(campaigns: readonly PlannedCampaign[], workspace: string): Row[] {
  const created = campaigns.filter(({ verdict }) => verdict === 'create');
  const alike = new Map(
    groupBy(created, ({ desired }) =>
      JSON.stringify([desired?.name, desired?.channel, desired?.deliveryType]),
    ).flatMap((same) => {
      const keys = same.map(({ key }) => key);
      return keys.map((key) => [key, keys] as const);
    }),
  );
  return campaigns.flatMap((campaign) => {
    const { key, components, notes, verdict } = campaign;
    const released = components.filter(({ cause }) => cause === 'released').map(({ name }) => name);
    const same = alike.get(key) ?? [];
    const phrases = [
      ...(verdict === 'orphaned' && notes.length === 0 && !isPastOrphan(campaign)
        ? [describeOrphan(key, workspace)]
        : []),
      ...(released.length === 0 ? [] : [describeReleased(released)]),
      ...notes
        .filter((note) => !isUrgent(note))
        .map((note) => describeQuietNote(note, leavesOf(note, campaign))),
      ...(same.length < 2 ? [] : [describeSameName(key, same)]),
    ].map((phrase) => mapText(phrase, visibleLine));
    const why = phrases.flatMap((phrase, at) => (at === 0 ? phrase : say`; ${phrase}`));
    return why.length === 0 ? [] : [rowFor(shownIn(campaign), { kind: 'note', mark: 'note', head: '', why })];
  });
}

/** Characters of a value that a note shows. */
const VALUE_CHARS = 60;

function leavesOf(note: QuietNote, { live }: PlannedCampaign): ShownLeaf[] {
  if (!('paths' in note)) return [];
  return note.paths.map((path) => {
    const value = leafAt(note.component, live?.components[note.component], path) ?? null;
    return { field: dottedName(note.component, path), value: clipTo(valueWords(value), VALUE_CHARS) };
  });
}

/** What will be done to one campaign: what is sent, whom it reaches and when, and what differs. */
export function changeRow(campaign: PlannedCampaign): Row {
  const { verdict, desired, components, transition } = campaign;
  const isNew = verdict === 'create';
  const changed = components.filter((one) =>
    isNew ? one.name === 'campaign_content' : isSent(one, campaign),
  );
  const values = changed.map((change) => describeComponent(change, campaign));
  const facts =
    desired && !isStopped(campaign)
      ? factsOf(
          { ...campaign, desired, isStarted: isMoved(campaign) },
          changed.map(({ name }) => name),
        )
      : [];
  return rowFor(shownIn(campaign), {
    kind: 'change',
    mark: markOf(campaign),
    head: isNew ? visibleLine(newWords(campaign)) : editWords(campaign, values),
    facts,
    values,
    // What creates, starts or stops a campaign is reviewed campaign by campaign.
    like:
      verdict === 'update' && transition === null && values.length > 0
        ? JSON.stringify(values)
        : campaign.key,
  });
}

function isStopped({ transition }: PlannedCampaign): boolean {
  return transition !== null && isEmergencyStop(transition.action);
}

/** A reader must see first what starts or stops sending, whatever else is done: a draft is not like what customers get. */
function markOf(campaign: PlannedCampaign): Mark {
  const { verdict, transition } = campaign;
  if (transition && isMoved(campaign)) return transition.action;
  return verdict === 'create' ? 'create' : verdict === 'update' ? 'update' : (transition?.action ?? 'update');
}

function newWords(campaign: PlannedCampaign): string {
  const { desired, transition } = campaign;
  if (!desired) return '';
  const end = transition ? `then ${startWords(campaign)} (${transition.to})` : 'a draft, not sending';
  return `${desired.channel} · ${end}${refusal(campaign)}`;
}

/** The guard blocks only what follows a pause or a stop. */
function refusal({ held }: PlannedCampaign): string {
  return held.some(({ reason }) => reason === 'guard') ? ' · refused by the guard' : '';
}

/** What is sent, field by field, and which status follows. */
function editWords(campaign: PlannedCampaign, values: readonly ComponentValues[]): string {
  const changed = fieldsOf(values);
  const move = isMoved(campaign) ? transitionWords(campaign) : '';
  const refused = refusal(campaign);
  if (!isStopped(campaign)) return [changed, move].filter(Boolean).join('; ') + refused;
  const sent = refused === '' || changed === '' ? move : `${move} will be sent`;
  return [sent, changed === '' ? '' : changed + refused].filter(Boolean).join('; ');
}

/** `publish`, or `publish: sent at once`. */
function startWords(campaign: PlannedCampaign): string {
  const action = campaign.transition?.action.toLowerCase() ?? '';
  return `${action}${publishesAtOnce(campaign) ? ': sent at once' : ''}`;
}

/** Whether it is to be published, and no schedule delays its messages then. */
export function publishesAtOnce({ transition, desired, live }: PlannedCampaign): boolean {
  if (transition?.action !== 'PUBLISH' || publishesVersion(transition) || !desired) return false;
  return sendsAtOnce(desired.deliveryType, scheduleToPublish(desired, live));
}

function transitionWords(campaign: PlannedCampaign): string {
  const { transition, desired } = campaign;
  if (!transition || !desired) return '';
  const verb = transition.action === 'STOP' ? 'stop for good' : startWords(campaign);
  const line = desired.positions.get('status')?.line;
  return `${verb} (status: ${desired.status ?? ''}${line ? `, line ${line}` : ''})`;
}
