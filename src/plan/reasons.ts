import {
  SENDING_STATUSES,
  type CampaignStatus,
  type ComponentName,
  type Desired,
  type DesiredStatus,
  type Lack,
  type Live,
  type Unknown,
} from '../model/campaign.ts';
import { byCodeUnit } from '../model/json.ts';
import type { GuardRefusal, Held, HeldReason, Transition } from '../model/plan.ts';
import { TAKEN_AND_GONE, type Binding, type Intent } from '../model/state.ts';
import { brakeFor, isFor, type Action } from '../model/transitions.ts';
import type { Consent } from '../model/workspace.ts';

// Every reason for which something is held, in words: what stands in the way, and what would free it. Locks have a file
// of their own, lock-reasons.ts.

export function conflict(components: readonly ComponentName[]): Held {
  return held('conflict', {
    components,
    message: `${list(components)} changed in the file and by hand since the last apply.`,
    advice:
      'To keep what is live, write that into the file and merge. To have another value, do that first, then change it in a second pull request. To let the file win instead, give both plan and apply --allow conflict.',
    consent: 'conflict',
  });
}

export function drift(components: readonly ComponentName[], live: Live): Held {
  const gone = components.filter((name) => live.components[name] === undefined);
  return held('drift', {
    components,
    message: `${list(components)} changed by hand since the last apply, and the policy is drift: hold.`,
    advice:
      gone.length === components.length
        ? `Take ${gone.length === 1 ? 'it' : 'them'} out of the file, or undo it in the service.`
        : `Write the live value into the file${gone.length === 0 ? '' : ` (and take out ${list(gone)}, which live has not)`}, or undo it in the service.`,
  });
}

export function statusDrift(action: Action): Held {
  return held('drift', {
    message: `${action} waits: the status was moved by hand since the last apply, and the policy is drift: hold.`,
    advice: 'Change `status` in the file to what it should be now.',
  });
}

/** Open point S6. */
export function typeChanged(desired: Desired, live: Live): Held {
  const was = `${live.channel} ${live.deliveryType}`;
  return held('type-changed', {
    message: `The file says ${desired.channel} ${desired.deliveryType}, the live campaign is ${was}; a campaign never changes its type${ASSUMED}.`,
    advice: `Put ${was} back here, and describe the other campaign in a new file with a key of its own${orBothSend(live)}.`,
  });
}

function orBothSend({ deliveryType, status }: Live): string {
  if (!SENDING_STATUSES.includes(status)) return '';
  const brake = brakeFor(deliveryType);
  const end = brake ? `write status: ${brake} here` : "end this one in the service's own interface";
  return `; if it replaces this one, ${end}, or both send`;
}

export function readOnly(why: NonNullable<Live['readOnly']>, key: string, workspace: string): Held {
  const what = {
    'flow-node': 'It is a node of a flow',
    child: 'It is one run of a periodic campaign',
    channel: 'Its channel is read-only in this API',
  }[why];
  return held('read-only', {
    message: `${what}; it can't be managed from a file.`,
    advice: `Remove the file and let go of it: campaigns state forget ${key} -w ${workspace}`,
  });
}

export function missing(binding: Binding, workspace: string): Held {
  return held('missing', {
    message: `The service has no campaign ${binding.campaignId} any more.`,
    advice: `Check the workspace's app_key. If the campaign is really gone, let go of it: campaigns state forget ${binding.key} -w ${workspace}`,
  });
}

export function unreadable(why: string, unknown?: Pick<Unknown, 'cause' | 'notBefore'>): Held {
  const { cause, notBefore } = unknown ?? {};
  const blocked = held('unreadable', {
    message: `It could not be read, so nothing is known of it. ${why}`,
    advice:
      cause === 'odd'
        ? "Nothing is done to it. Run again; if it stays so, look at it in the service's own interface."
        : 'Run again when the service answers.',
  });
  if (notBefore === undefined) return blocked;
  const advice = 'Nothing is done to it. Run again after that time.';
  return { ...blocked, advice, until: new Date(notBefore).toISOString() };
}

/** Offline only, right after a campaign was bound to a file. */
export function blankRecord(): Held {
  return held('unreadable', {
    message: 'Bound, but nothing is recorded yet: offline nothing can be said of it.',
    advice: 'Plan without --offline; the next apply records it.',
  });
}

export function inFlight(intent: Intent): Held {
  return held('in-flight', {
    message: `An earlier run (${intent.run}) sent ${intent.kind === 'update' ? 'an' : 'a'} ${intent.kind} whose outcome is not known yet.`,
    advice: 'The next apply settles it first.',
  });
}

export function renamed(desired: Desired, orphan: Binding, says: 'the same' | 'its name'): Held {
  const sign =
    says === 'the same'
      ? `It says just what ${orphan.key} said, whose file is gone`
      : `It has the name, channel and type of ${orphan.key}, whose file is gone`;
  return held('renamed', {
    message: `${sign}: a rename would create a second campaign.`,
    advice: `Keep the campaign by writing its key into ${desired.file}: key: ${orphan.key}. If a second one is wanted: --allow same-name.`,
    consent: 'same-name',
  });
}

export function ambiguous(desired: Desired, found: readonly Live[], workspace: string): Held {
  return held('ambiguous', {
    message: `The service has ${list(campaignWords(found))} of the same name, channel and type, bound to no file.`,
    advice: `${found.length > 1 ? 'If one of them is it' : 'If it is this one'}: ${adoptCommand(desired.key, found, workspace)}. If a second one is wanted: --allow same-name.`,
    consent: 'same-name',
  });
}

/** With several candidates a person has to choose: the command names none of them. */
function adoptCommand(key: string, found: readonly Live[], workspace: string): string {
  const [only, ...others] = found;
  const id = only && others.length === 0 ? only.id : 'ID';
  return `campaigns import ${id} --key ${key} --adopt -w ${workspace}`;
}

function campaignWords(found: readonly Live[]): string[] {
  return found.map(({ id, status }) => `${id} (${status})`).sort(byCodeUnit);
}

/** An earlier create left several campaigns that could be its own. */
export function ambiguousIntent(intent: Intent, found: readonly Live[], workspace: string): Held {
  return held('ambiguous', {
    message: `An earlier run (${intent.run}) sent its creation without hearing an answer, and the service has ${list(campaignWords(found))} that could be it.`,
    advice: `Say which one it is: ${adoptCommand(intent.key, found, workspace)}`,
  });
}

export function takenIntent(intent: Intent, workspace: string): Held {
  return held('in-flight', {
    message: TAKEN_AND_GONE,
    advice: `Look for it in the service. If it is there: campaigns import ID --key ${intent.key} --adopt -w ${workspace}. If not: campaigns state forget ${intent.key} -w ${workspace}, then apply again.`,
  });
}

export function unlikeIntent(intent: Intent, found: readonly Live[], workspace: string): Held {
  const are =
    found.length === 1 ? 'which does not show all that was sent' : 'none of which shows all that was sent';
  return held('in-flight', {
    message: `An earlier run (${intent.run}) sent its creation without hearing an answer. Meanwhile the service has ${list(campaignWords(found))} with its name, ${are}.`,
    advice: `If that run made ${found.length === 1 ? 'it' : 'one of them'}: ${adoptCommand(intent.key, found, workspace)}. Otherwise the next apply finds out.`,
  });
}

export function guarded({ touched, live, share }: GuardRefusal): Held {
  return held('guard', {
    message: `The plan touches ${touched} of ${live} live campaigns, more than ${Math.round(share * 100)} %.`,
    advice: 'Make the change smaller, or consent with --allow guard.',
    consent: 'guard',
  });
}

export function needsPublish(workspace: string): Held {
  return held('needs-publish', {
    message: `status: ACTIVE asks for publishing, which is off for ${workspace}.`,
    advice: `Publish it in the service's own interface; or set publish: earlier-api for ${workspace} in campaigns/workspaces.yaml.`,
  });
}

export function notReadyToPublish(desired: Desired, lacks: readonly Lack[]): Held {
  return held('transition-not-possible', {
    message: `PUBLISH waits: ${list(lacks.map(({ what }) => what))}.`,
    advice: `Complete ${desired.file}; the service refuses to publish it as it is.`,
  });
}

export function transitionWaits(transition: Transition, because: readonly Held[]): Held {
  return held(because[0]?.reason ?? 'in-flight', {
    message: `${transition.action} waits: it comes only after every component is seen to be as the file says.`,
    advice: 'It will be applied automatically once the blocked changes are resolved.',
  });
}

export function publishUnconfirmed(transition: Transition): Held {
  return held('in-flight', {
    message: `${transition.action} waits, because the service does not show everything that was sent.`,
    advice:
      'Compare the campaign in the service with the file. To publish it as the service shows it: --allow unconfirmed.',
    consent: 'unconfirmed',
  });
}

export function draftsOnly(components: readonly ComponentName[], status: CampaignStatus): Held {
  return held('locked', {
    components,
    message: `This workspace edits drafts only (edit_live: never), and the campaign is ${status}.`,
    advice: NEW_FILE,
  });
}

/** `message` is the service's own sentence. */
export function editRefused(
  components: readonly ComponentName[],
  { status, message }: NonNullable<Binding['editsRefused']>,
): Held {
  return held('locked', {
    components,
    message: `The service refused this edit while the campaign is ${status}: ${message}`,
    advice: `It is not sent again until the status changes. ${NEW_FILE}`,
  });
}

const NEW_FILE =
  'Undo the edit here. To send the new version, write it into a new file with another basic_details.name.';

export function transitionPending(transition: Transition): Held {
  return held('in-flight', {
    message: `${transition.action} was sent and accepted, but the service does not show it yet.`,
    advice: 'The next apply checks again.',
  });
}

export function transitionNotPossible(asked: {
  readonly desired: DesiredStatus;
  readonly from: CampaignStatus;
  /** The service's own word for it. */
  readonly word: string;
  readonly isKnown: boolean;
  readonly type: string;
  readonly workspace: string;
}): Held {
  if (!asked.isKnown)
    return held('transition-not-possible', {
      message: `Its status is ${asked.word} in the service. Nobody here knows what that means, so it is not changed.`,
      advice:
        'Look at it in the service. Once it has a known status, the next plan goes on. A second file would make a second campaign.',
    });
  return held('transition-not-possible', {
    message: `${aOrAn(asked.type)} campaign can't go from ${asked.word} to ${asked.desired}.`,
    advice: instead(asked),
  });
}

/** `A PERIODIC`, `An EVENT_TRIGGERED`. */
function aOrAn(word: string): string {
  return `${/^[AEIOU]/.test(word) && !word.startsWith('ONE') ? 'An' : 'A'} ${word}`;
}

function instead({
  desired,
  from,
  word,
  type,
  workspace,
}: {
  desired: DesiredStatus;
  from: CampaignStatus;
  word: string;
  type: string;
  workspace: string;
}): string {
  if (from === 'DRAFT')
    return `It is a draft and sends nothing; leave status out, or write status: DRAFT. In ${workspace} alone: overrides: { ${workspace}: { status: DRAFT } }.`;
  if (['SENT', 'STOPPED', 'ARCHIVED'].includes(from))
    return `${word} is final: leave status out, or remove the file.${desired === 'ACTIVE' ? ' To send it again write a new file.' : ''}`;
  if (desired === 'DRAFT') return 'A published campaign never becomes a draft again; leave status out.';
  if (desired === 'PAUSED' && isFor('STOP', type))
    return 'A ONE_TIME campaign can only be stopped: status: STOPPED.';
  if (desired === 'STOPPED' && isFor('PAUSE', type))
    return `${aOrAn(type)} campaign can only be paused: status: PAUSED.`;
  return "Do it in the service's own interface, and leave status out of the file.";
}

/** Behind what the specification leaves open. */
export const ASSUMED = " (the service doesn't document this; we treat it as locked)";

/** Something that is wanted and not possible now; `advice` is what a person can do. */
export function held(
  reason: HeldReason,
  {
    components = [],
    message,
    advice,
    consent,
  }: { components?: readonly ComponentName[]; message: string; advice: string; consent?: Consent },
): Held {
  return { reason, components, message, advice, until: null, ...(consent && { consent }) };
}

/** `a, b and c` */
export function list(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;
}
