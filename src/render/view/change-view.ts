import type { Desired } from '../../model/campaign.ts';
import type { PlannedCampaign, Transition } from '../../model/plan.ts';
import { sendsAtOnce } from '../../model/schedule.ts';
import { scheduleToPublish } from '../../model/start-past.ts';
import { isEmergencyStop, type Action } from '../../model/transitions.ts';
import { componentName } from '../../messages/component-names.ts';
import { timingOf } from './describe.ts';
import { fieldsOf } from './diff-lines.ts';
import { isForAllUsers, reachOfEdited, reachOfExisting, reachOfNew } from './reach.ts';
import { describeComponent, type ComponentView } from './component-view.ts';
import { visibleLine } from '../text-layout.ts';

/** What will be done to one campaign. */
export interface ChangeView {
  readonly campaign: PlannedCampaign;
  readonly kind: 'create' | 'update' | 'transition';
  /** What a new campaign is, or which components are sent and which status follows. */
  readonly words: string;
  /** `words` without the line in the file, which differs from campaign to campaign. */
  readonly commonWords: string;
  /**
   * Whom it reaches, when and with what, a line each, if it is new or goes live. For an edit, what the edit changes of
   * that, and that it reaches all users.
   */
  readonly reach: readonly string[];
  /** The same; for an edit of a campaign that sends, always whom it reaches and when. Campaigns of a group differ in it. */
  readonly reachInFull: readonly string[];
  readonly isForAllUsers: boolean;
  /** What differs; of a new campaign its content. */
  readonly components: readonly ComponentView[];
}

/** A new campaign in a sentence, an existing one field by field. */
export function describeChange(campaign: PlannedCampaign): ChangeView {
  if (campaign.verdict === 'create') {
    const { desired, components } = campaign;
    const reach = desired ? reachOfNew(desired) : [];
    const words = visibleLine(newWords(campaign));
    return {
      campaign,
      kind: 'create',
      words,
      commonWords: words,
      reach,
      reachInFull: reach,
      isForAllUsers: desired !== undefined && isForAllUsers(desired, undefined),
      components: components
        .filter(({ name }) => name === 'campaign_content')
        .map((change) => describeComponent(change, campaign)),
    };
  }
  const sent = campaign.steps.flatMap((step) => (step.kind === 'update' ? Object.keys(step.components) : []));
  const components = campaign.components
    .filter(({ name }) => sent.includes(name))
    .map((change) => describeComponent(change, campaign));
  const changed = changedWords(components);
  const emergencyStops = isEmergency(campaign);
  const wordsOf = (move: string) =>
    emergencyStops
      ? emergencyStopWords(campaign, [changed, move])
      : [changed, move].filter(Boolean).join('; ');
  return {
    campaign,
    kind: campaign.verdict === 'update' ? 'update' : 'transition',
    words: wordsOf(transitionWords(campaign, campaign.desired?.positions.get('status')?.line)),
    commonWords: wordsOf(transitionWords(campaign, undefined)),
    ...(emergencyStops ? NO_REACH : reachOf(campaign, components)),
    isForAllUsers:
      !emergencyStops && campaign.desired !== undefined && isForAllUsers(campaign.desired, campaign.live),
    components,
  };
}

/** What is sent, field by field. A component without a visible difference is named. */
function changedWords(components: readonly ComponentView[]): string {
  const silent = components
    .filter(({ places }) => places.length === 0)
    .map(({ name }) => componentName(name));
  return [fieldsOf(components), ...silent].filter(Boolean).join(', ');
}

type Reach = Pick<ChangeView, 'reach' | 'reachInFull'>;

const NO_REACH: Reach = { reach: [], reachInFull: [] };

function reachOf(campaign: PlannedCampaign, sent: readonly ComponentView[]): Reach {
  const { desired, live } = campaign;
  if (!desired) return NO_REACH;
  if (startsSending(campaign)) {
    const reach = reachOfExisting(desired, live);
    return { reach, reachInFull: reach };
  }
  const names = sent.map(({ name }) => name);
  const { edited, inFull } = reachOfEdited(desired, live, names);
  return { reach: edited, reachInFull: inFull };
}

/** Whether customers get it from then on. */
export function startsSending({ transition, steps }: PlannedCampaign): boolean {
  return (
    transition !== null &&
    !isEmergencyStop(transition.action) &&
    steps.some(({ kind }) => kind === 'transition')
  );
}

/** A pause or a stop is sent first, and the guard blocks only what follows. */
function emergencyStopWords(campaign: PlannedCampaign, [sent = '', move = '']: readonly string[]): string {
  if (sent === '') return move;
  return isRefused(campaign) ? `${move} will be sent; ${sent} refused by the guard` : `${move}; ${sent}`;
}

function isEmergency({ transition }: PlannedCampaign): boolean {
  return transition !== null && isEmergencyStop(transition.action);
}

function isRefused({ held }: PlannedCampaign): boolean {
  return held.some(({ reason }) => reason === 'guard');
}

/**
 * The lines of a table's cell: whom it reaches and when, then what changes, and why if it isn't because of an edit of the
 * file. A pause or a stop reaches no users, and comes first. A row of several campaigns has only the reach that they share.
 */
export function linesInTable(
  change: ChangeView,
  { isShared = false }: { readonly isShared?: boolean } = {},
): readonly string[] {
  const { campaign, kind, words, components } = change;
  const reach = isShared ? change.reach : change.reachInFull;
  const isSaid = kind !== 'create' && isEmergency(campaign) && components.length > 0;
  const refused = isRefused(campaign) && !isSaid ? ' · refused by the guard' : '';
  const causes = components.flatMap(({ name, causeInFull }) =>
    causeInFull === '' ? [] : [`${componentName(name)}: ${causeInFull}`],
  );
  const what = `${words}${causes.length === 0 ? '' : ` (${causes.join('; ')})`}${refused}`;
  if (kind !== 'create') return [...reach, what];
  const [to = '', ...others] = reach;
  return [to, what, ...others];
}

function newWords({ desired, transition }: PlannedCampaign): string {
  if (!desired) return '';
  const end = transition
    ? `then ${startWords(transition, { desired, live: undefined })} (${transition.to})`
    : 'a draft, not sending';
  return `${desired.channel} · ${timingOf(desired)} · ${end}`;
}

/** `publish`, or `publish: sent at once`. */
function startWords(
  { action }: Transition,
  { desired, live }: Pick<PlannedCampaign, 'live'> & { readonly desired: Desired },
): string {
  const isSent = action === 'PUBLISH' && sendsAtOnce(desired.deliveryType, scheduleToPublish(desired, live));
  return `${action.toLowerCase()}${isSent ? ': sent at once' : ''}`;
}

function transitionWords(
  { transition, desired, live, steps }: PlannedCampaign,
  line: number | undefined,
): string {
  if (!transition || !desired || !steps.some(({ kind }) => kind === 'transition')) return '';
  const verb = transition.action === 'STOP' ? 'stop for good' : startWords(transition, { desired, live });
  return `${verb} (status: ${desired.status ?? ''}${line ? `, line ${line}` : ''})`;
}

const TRANSITIONS: Readonly<Record<Action, string>> = {
  PUBLISH: '🚀',
  PAUSE: '⏸️',
  RESUME: '▶️',
  STOP: '⏹️',
};

/** Whether it pauses or stops a campaign, whatever else it does: a reader must see that first. */
export function isStopping({ campaign: { transition, steps } }: ChangeView): boolean {
  return (
    transition !== null &&
    isEmergencyStop(transition.action) &&
    steps.some(({ kind }) => kind === 'transition')
  );
}

/** The picture before a change in Markdown and HTML. */
export function changeMark(change: ChangeView): string {
  const { kind, campaign } = change;
  if (campaign.transition && isStopping(change)) return TRANSITIONS[campaign.transition.action];
  switch (kind) {
    case 'create':
      return '➕';
    case 'update':
      return '✏️';
    case 'transition':
      return campaign.transition ? TRANSITIONS[campaign.transition.action] : '✏️';
  }
}
