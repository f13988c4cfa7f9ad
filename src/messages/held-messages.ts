import type { ComponentName } from '../model/campaign.ts';
import type { Candidate, Held, HeldCause } from '../model/held.ts';
import type { Action } from '../model/transitions.ts';
import { emergencyStopFor, isFor } from '../model/transitions.ts';
import { componentList } from './component-names.ts';
import { lastEdited } from './edit-messages.ts';
import { describeMoved } from './moved-messages.ts';
import { describeLock } from './lock-messages.ts';
import { describeTakeover } from './takeover-messages.ts';
import {
  inTerminal,
  allow,
  capitalized,
  code,
  command,
  joined,
  listed,
  plainText,
  say,
  type Message,
  type Phrase,
} from './phrase.ts';
import { describeBlackout, describePublishOff, describeStartPast } from './publish-messages.ts';
import { describeTakenName } from './record-messages.ts';
import { describeNotReviewed } from './review-messages.ts';

/** A blocked change in words, for the workspace that its commands name. */
export function describeHeld({ cause, components, until }: Omit<Held, 'reason'>, workspace: string): Message {
  return new HeldMessages(workspace, components, until).describe(cause);
}

/** The same as one text, for JSON documents. */
export function heldText(held: Omit<Held, 'reason'>, workspace: string): string {
  const { why, todo } = describeHeld(held, workspace);
  return plainText(joined(why, todo));
}

class HeldMessages {
  private readonly workspace: string;
  private readonly components: readonly ComponentName[];
  private readonly until: string | null;

  constructor(workspace: string, components: readonly ComponentName[], until: string | null) {
    this.workspace = workspace;
    this.components = components;
    this.until = until;
  }

  describe(cause: HeldCause): Message {
    switch (cause.code) {
      case 'locked':
        return describeLock(cause, this.components, this.workspace);
      case 'conflict':
        return {
          why: say`${this.parts()} changed both in the file and in the service since the last apply${lastEdited(cause.edit)}.`,
          todo: say`To keep what is live, write it into the file; its other edits can stay.${inTerminal(' This writes it: ')}${command(`campaigns pull --theirs -w ${this.workspace}`, '')} To let the file win instead, use ${allow('conflict')} for both plan and apply.`,
        };
      case 'drift':
        return { why: this.drifted(lastEdited(cause.edit)), todo: this.undoDrift(cause.gone) };
      case 'status-drift':
        return {
          why: say`The status was changed in the service since the last apply, and the policy is ${code('drift: hold')}. So the campaign isn't ${DONE[cause.action]}.`,
          todo: say`Set ${code('status')} in the file to the status that you want now.`,
        };
      case 'type-changed':
        return typeChanged(cause);
      case 'read-only':
        return {
          why: say`${READ_ONLY[cause.why]}, which can't be managed from a file.`,
          todo: say`Remove the file and the binding: ${this.forget(cause.key)}.`,
        };
      case 'missing':
        return {
          why: say`The service no longer has the campaign ${cause.campaignId}.`,
          todo: say`Check ${code('app_key')} of the workspace. If the campaign is really gone, remove its binding: ${this.forget(cause.key)}.`,
        };
      case 'unreadable':
        return {
          why: say`The campaign could not be read. ${cause.detail}`,
          todo: this.readAgain(cause.isMalformed),
        };
      case 'not-asked':
        return { why: say`The service was not asked for this campaign.`, todo: say`Run again.` };
      case 'name-not-searched':
        return { why: say`The service was not searched for this name.`, todo: say`Run again.` };
      case 'nothing-recorded':
        return {
          why: say`The campaign is bound, but no apply has recorded it yet. So an offline plan has nothing to compare with.`,
          todo: say`Plan with the service, or apply first.`,
        };
      case 'intent-open':
        return {
          why: say`An earlier run (${cause.run}) sent ${SENT[cause.kind]}, and its outcome isn't known yet.`,
          todo: say`Nothing: the next apply finds out first.`,
        };
      case 'renamed':
      case 'identity-moved':
      case 'identity-taken':
      case 'sends-twice':
        return describeMoved(cause, this.workspace);
      case 'same-name':
        return {
          why: say`The service already has ${candidates(cause.found)} with the same name, channel and type. No file is bound to ${cause.found.length > 1 ? 'them' : 'it'}.`,
          todo: say`To manage ${cause.found.length > 1 ? 'one of them' : 'it'} with this file: ${this.adopt(cause.key, cause.found)}. To create a second one, use ${allow('same-name')}.`,
        };
      case 'no-record':
        return describeTakenName(this.workspace);
      case 'creation-unclear':
        return this.creationUnclear(cause);
      case 'creation-taken':
        return {
          why: say`The service answered that it had already created this campaign, but it shows no campaign of this name.`,
          todo: say`Look for it in the service. If it is there: ${this.adopt(cause.key, [])}. If not: ${this.forget(cause.key)}, then apply again.`,
        };
      case 'creation-unwanted':
        return {
          why: say`An earlier run tried to create this campaign and got no answer. Meanwhile ${unwanted(cause.why)}. The service shows no such campaign yet.`,
          todo: say`Nothing: the next apply looks for it again.`,
        };
      case 'creation-edited':
        return {
          why: say`On the state branch, ${code(`journal/${cause.run}.json`)} records a creation whose body doesn't match its components. So it isn't sent again.`,
          todo: say`Find out who edited that file. If the service has no such campaign: ${this.forget(cause.key)}, then apply again.`,
        };
      case 'creation-pending':
        return {
          why: say`It has the name of ${cause.of}, whose creation has no known outcome yet.`,
          todo: say`Nothing: the next apply continues.`,
        };
      case 'guard':
        return {
          why: say`The plan changes ${cause.touched} of ${cause.live} live campaigns, more than the ${Math.round(cause.share * 100)} % that ${code('policy.guard')} allows.`,
          todo: say`Split the change, or use ${allow('guard')}.`,
        };
      case 'publish-off':
        return describePublishOff(cause, this.workspace);
      case 'not-ready':
        return {
          why: say`The campaign can't be published yet: ${listed(cause.missing)}.`,
          todo: say`Complete ${cause.file}.`,
        };
      case 'start-past':
        return describeStartPast(cause);
      case 'blackout':
        return describeBlackout(cause);
      case 'waits-for-edits':
        return {
          why: say`The campaign isn't ${DONE[cause.action]} before all its changes are applied.`,
          todo: say`It will be applied automatically once the blocked changes are resolved.`,
        };
      case 'waits-for-confirmation':
        return {
          why: say`The campaign isn't ${DONE[cause.action]}, because the service doesn't show everything that was sent.`,
          todo: say`Compare the campaign in the service with the file. To accept what the service shows, use ${allow('unconfirmed')}.`,
        };
      case 'transition-pending':
        return {
          why: say`The campaign was ${DONE[cause.action]} by an earlier run, but the service doesn't show it yet.`,
          todo: say`Nothing: the next apply checks again.`,
        };
      case 'drafts-only':
        return {
          why: say`This workspace only edits drafts (${code('edit_live: never')}), and the campaign is ${cause.takeover.status}.`,
          todo: say`Undo this edit. ${describeTakeover(cause.takeover, this.workspace)}`,
        };
      case 'edit-refused':
        return {
          why: say`The service refused this edit${cause.status === null ? '' : ` while the campaign was ${cause.status}`}: ${cause.detail}`,
          todo: say`It isn't sent again until the status changes. ${cause.takeover ? describeTakeover(cause.takeover, this.workspace) : say`The next plan says how to send a new version instead.`}`,
        };
      case 'unknown-status':
        return {
          why: say`The service says that its status is ${cause.status}, which is not a documented status. So nothing is changed.`,
          todo: say`Look at the campaign in the service. Don't make a second file for it: that would create a second campaign. The plan continues when it has a known status.`,
        };
      case 'transition-not-possible':
        return {
          why: say`${aOrAn(cause.type)} campaign can't go from ${cause.word} to ${cause.wanted}.`,
          todo: this.instead(cause),
        };
      case 'not-reviewed':
        return { why: describeNotReviewed(cause.why), todo: [] };
    }
  }

  private parts(): Phrase {
    return capitalized(componentList(this.components));
  }

  private drifted(edited: string): Phrase {
    return say`${this.parts()} changed in the service since the last apply${edited}, and the policy is ${code('drift: hold')}.`;
  }

  private undoDrift(gone: readonly ComponentName[]): Phrase {
    if (gone.length === 0) return say`Write the live value into the file, or undo the change in the service.`;
    const those = gone.length === 1 ? 'it' : 'them';
    return gone.length === this.components.length
      ? say`Remove ${those} from the file, or restore ${those} in the service.`
      : say`Write the live value into the file (and remove ${componentList(gone)}, which live no longer has), or undo the change in the service.`;
  }

  private readAgain(isMalformed: boolean): Phrase {
    if (this.until !== null) return say`Run again after that time. Nothing is changed until then.`;
    return isMalformed
      ? say`Run again. If the answer stays like this, look at the campaign in the service. Nothing is changed until it can be read.`
      : say`Run again when the service answers.`;
  }

  private creationUnclear({
    run,
    key,
    found,
    isAlike,
  }: Extract<HeldCause, { code: 'creation-unclear' }>): Message {
    const sent = say`An earlier run (${run}) tried to create this campaign and got no answer.`;
    if (isAlike)
      return {
        why: say`${sent} The service has ${candidates(found)}, ${found.length > 1 ? 'and each' : 'which'} could be it.`,
        todo: say`Decide which one it is: ${this.adopt(key, found)}.`,
      };
    const [them, none] = found.length === 1 ? ['it', "doesn't show"] : ['one of them', "don't show"];
    return {
      why: say`${sent} The service now has ${candidates(found)} with this name, which ${none} everything that was sent.`,
      todo: say`If that run made ${them}: ${this.adopt(key, found)}. Otherwise the next apply finds out.`,
    };
  }

  private instead({
    wanted,
    from,
    word,
    type,
  }: Extract<HeldCause, { code: 'transition-not-possible' }>): Phrase {
    if (from === 'DRAFT')
      return say`The campaign is a draft and sends nothing. Remove ${code('status')}, or write ${code('status: DRAFT')}; for ${this.workspace} only: ${code(`overrides: { ${this.workspace}: { status: DRAFT } }`)}.`;
    if (['SENT', 'STOPPED', 'ARCHIVED'].includes(from))
      return say`${word} is final: remove ${code('status')} or the file.${wanted === 'ACTIVE' ? ' To send it again, write a new file.' : ''}`;
    if (wanted === 'DRAFT')
      return say`A published campaign never becomes a draft again: remove ${code('status')}.`;
    if (wanted === 'PAUSED' && isFor('STOP', type))
      return say`A ONE_TIME campaign can only be stopped: ${code('status: STOPPED')}.`;
    if (wanted === 'STOPPED' && isFor('PAUSE', type))
      return say`${aOrAn(type)} campaign can only be paused: ${code('status: PAUSED')}.`;
    return say`Change the status in the service, and remove ${code('status')} from the file.`;
  }

  /** With several candidates a person has to choose: the command names none of them. */
  private adopt(key: string, found: readonly Candidate[]): Phrase {
    const [only, ...others] = found;
    const id = only && others.length === 0 ? only.id : 'ID';
    return say`${command(`campaigns import ${id} --key ${key} --adopt -w ${this.workspace}`, 'bind it to the file with the command import')}`;
  }

  private forget(key: string): Phrase {
    return say`${command(`campaigns state forget ${key} -w ${this.workspace}`, 'remove its binding with the command state forget')}`;
  }
}

const DONE: Readonly<Record<Action, string>> = {
  PUBLISH: 'published',
  PAUSE: 'paused',
  RESUME: 'resumed',
  STOP: 'stopped',
};

const SENT = { create: 'a creation', update: 'an update', transition: 'a change of status' } as const;

const READ_ONLY = {
  'flow-node': 'The campaign is a node of a flow',
  child: 'The campaign is one send of a periodic campaign',
  channel: "The campaign's channel is read-only in this API",
} as const;

/** Open point S6. */
function typeChanged({ file, live }: Extract<HeldCause, { code: 'type-changed' }>): Message {
  const was = `${live.channel} ${live.type}`;
  const stop = emergencyStopFor(live.type);
  const end = stop ? say`set ${code(`status: ${stop}`)} here` : say`stop this one in the service`;
  return {
    why: say`The file says ${file.channel} ${file.type}, but the live campaign is ${was}, and a campaign can't change its type (the service's documentation doesn't say; we treat it as locked).`,
    todo: say`Restore ${was} here, and describe the other campaign in a new file with its own key.${live.isSending ? say` If it replaces this one, ${end}: otherwise both send.` : ''}`,
  };
}

function unwanted(why: Extract<HeldCause, { code: 'creation-unwanted' }>['why']): string {
  return why.kind === 'file-gone'
    ? 'its file was removed'
    : `its file was changed from ${why.before} to ${why.now}`;
}

function candidates(found: readonly Candidate[]): Phrase {
  return listed(found.map(({ id, status }) => `${id} (${status})`));
}

/** `A PERIODIC`, `An EVENT_TRIGGERED`. */
function aOrAn(word: string): string {
  return `${/^[AEIOU]/.test(word) && !word.startsWith('ONE') ? 'An' : 'A'} ${word}`;
}
