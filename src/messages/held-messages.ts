import { SENDING_STATUSES, type ComponentName } from '../model/campaign.ts';
import type { SameNameCandidate, Held, HeldCause } from '../model/held.ts';
import { emergencyStopFor } from '../model/transitions.ts';
import {
  adoptCampaign,
  AFTER_COMMAND,
  forgetCampaign,
  goneWithFile,
  PAST_TENSE,
  RUN_AGAIN,
  startOver,
  THEN_APPLY,
  useConsent,
} from './advice.ts';
import { describeProblem } from './answer-messages.ts';
import { componentList } from './component-names.ts';
import { lastEdited } from './edit-messages.ts';
import { describeMoved } from './moved-messages.ts';
import { pullFor, wayToKeep } from './keep-live.ts';
import { ASSUMED_LOCK, describeLock } from './lock-messages.ts';
import { describeReplacing, undoEdit } from './replace-advice.ts';
import {
  capitalized,
  code,
  joined,
  listed,
  perMedium,
  plainText,
  say,
  type Message,
  type Phrase,
} from './phrase.ts';
import {
  describeBlackout,
  describePublishOff,
  describeExpired,
  describeStartPast,
  describeWaitingStart,
} from './publish-messages.ts';
import { describeMaybeLive, describeTakenName } from './record-messages.ts';
import { describeNotReviewed } from './review-messages.ts';
import { describeImpossible } from './impossible-messages.ts';

/** Why a change is blocked, and what to do about it. Commands in the advice name the workspace. */
export function describeHeld({ cause, components, until }: Omit<Held, 'reason'>, workspace: string): Message {
  return new HeldMessages(workspace, components, until).describe(cause);
}

/** What blocks a change as one text, for JSON documents. */
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
      case 'conflict': {
        const way = wayToKeep('it', cause);
        return {
          why: say`${this.parts()} changed both in the file and in the service since the last apply${lastEdited(cause.edit)}.`,
          todo: say`To apply the file's value, ${useConsent('conflict', cause.key)} for both plan and apply. To keep the live value, ${way.write}; your other edits can stay.${way.more}${pullFor(way, `${cause.key} --theirs -w ${this.workspace}`)}`,
        };
      }
      case 'drift':
        return { why: this.drifted(lastEdited(cause.edit)), todo: this.undoDrift(cause) };
      case 'status-drift':
        return {
          why: say`The campaign isn't ${PAST_TENSE[cause.action]}, because its status was changed in the service since the last apply, and the policy setting ${code('drift: hold')} protects such changes.`,
          todo: say`To keep the live status, write it into the file. To get the file's status instead, change the status in the service.`,
        };
      case 'type-changed':
        return typeChanged(cause);
      case 'read-only':
        return {
          why: say`${READ_ONLY[cause.why]}, so it can't be managed from a file.`,
          todo: say`Remove the file. Then ${forgetCampaign(cause.key, this.workspace)}${AFTER_COMMAND}`,
        };
      case 'missing':
        return {
          why: say`The service no longer has campaign ${cause.campaignId}.`,
          todo: say`Check the ${code('base_url')} and ${code('app_key')} of the workspace. If the campaign is really gone, ${cause.hasFile ? goneWithFile(cause.key, this.workspace) : forgetCampaign(cause.key, this.workspace)}${cause.isLocal ? '.' : AFTER_COMMAND}${cause.isLocal ? startOver(this.workspace) : []}`,
        };
      case 'unreadable':
        return {
          why: joined(say`The campaign could not be read.`, describeProblem(cause.problem)),
          todo: this.readAgain(cause.isMalformed),
        };
      case 'not-asked':
        return { why: say`The run did not read this campaign from the service.`, todo: say`${RUN_AGAIN}.` };
      case 'name-not-searched':
        return { why: say`The run did not search the service for this name.`, todo: say`${RUN_AGAIN}.` };
      case 'nothing-recorded':
        return {
          why: say`The campaign is managed, but no apply has recorded its values yet, so an offline plan can't compare them.`,
          todo: perMedium(
            'Plan without --offline, or apply first.',
            'Apply first, or plan while the service can be reached.',
          ),
        };
      case 'intent-open':
        return {
          why: say`An earlier run (${cause.run}) may have sent ${SENT[cause.kind]}, and the result isn't known yet.`,
          todo: say`No action needed: the next apply first checks the result.`,
        };
      case 'renamed':
      case 'identity-moved':
      case 'identity-taken':
        return describeMoved(cause, this.workspace);
      case 'same-name':
        return {
          why: say`The service already has ${cause.found.length > 1 ? 'campaigns' : 'a campaign'} with the same name, channel and type: ${withStatus(cause.found)}. No file manages ${cause.found.length > 1 ? 'them' : 'it'}.`,
          todo: say`To manage ${cause.found.length > 1 ? 'one of them' : 'it'} with this file, ${this.adopt(cause.key, cause.found)}. To create a second campaign instead, ${useConsent('same-name', cause.key)} for both plan and apply.${bothSend(cause.found)}`,
        };
      case 'no-record':
        return describeTakenName(cause, this.workspace);
      case 'maybe-live':
        return describeMaybeLive(cause, this.workspace);
      case 'creation-unclear':
        return this.creationUnclear(cause);
      case 'creation-taken':
        return {
          why: say`The service reports that it has already created this campaign, but shows no campaign with this name.`,
          todo: say`Look for it in the service. If it is there, ${this.adopt(cause.key, [])}. If not, ${forgetCampaign(cause.key, this.workspace)}. ${capitalized(THEN_APPLY)}`,
        };
      case 'creation-unwanted':
        return {
          why: say`An earlier run tried to create this campaign, and the result isn't known. Since then, ${unwanted(cause.why)}. The service doesn't show the campaign yet.`,
          todo: say`No action needed: the next apply looks for it again.`,
        };
      case 'creation-edited':
        return {
          why: say`On the state branch, ${code(`journal/${cause.run}.json`)} records a creation whose request body doesn't match its components, so it isn't sent again.`,
          todo: say`Find out who edited that file, and look for the campaign in the service. If it is there, ${this.adopt(cause.key, [])}. If not, ${forgetCampaign(cause.key, this.workspace)}. ${capitalized(THEN_APPLY)}`,
        };
      case 'creation-pending':
        return {
          why: say`This campaign has the same name as ${cause.of}, and the result of the request that creates ${cause.of} isn't known yet.`,
          todo: say`No action needed: the next apply checks that first.`,
        };
      case 'guard':
        return {
          why: say`The plan changes ${cause.touched} of ${cause.live} live campaigns, more than the ${Math.round(cause.share * 100)}% that ${code('policy.guard')} allows.`,
          todo: say`${perMedium('Apply fewer campaigns at a time', 'Split this pull request into smaller ones')}, or ${useConsent('guard')}.`,
        };
      case 'publish-off':
        return describePublishOff(cause, this.workspace);
      case 'not-ready':
        return {
          why: say`The campaign can't be published yet: ${listed(cause.missing)}.`,
          todo: say`Add what is missing to ${cause.file}.`,
        };
      case 'start-past':
        return describeStartPast(cause);
      case 'expired':
        return describeExpired(cause);
      case 'blackout':
        return describeBlackout(cause);
      case 'others-still-send':
      case 'waits-for-edits':
      case 'waits-for-confirmation':
        return describeWaitingStart(cause, PAST_TENSE[cause.action]);
      case 'transition-pending':
        return {
          why: say`The campaign was ${PAST_TENSE[cause.action]} by an earlier run, but the service doesn't show that yet.`,
          todo:
            cause.action === 'PUBLISH'
              ? say`The next apply checks again. If the campaign stays a draft, check in the service that it wasn't published. Then publish it there, or ${useConsent('unconfirmed')} to publish it from here.`
              : say`No action needed: the next apply checks again.`,
        };
      case 'drafts-only':
        return {
          why: say`In this workspace, only drafts can be edited (${code('edit_live: never')}), and the campaign is ${cause.advice.status}.`,
          todo: say`${undoEdit(cause.advice)}${describeReplacing(cause.advice, this.workspace)}`,
        };
      case 'edit-refused':
        return {
          why: say`The service refused this edit${cause.status === null ? '' : ` while the campaign was ${cause.status}`}: ${cause.said}`,
          todo: say`The edit isn't sent again until the status changes.${cause.advice ? say` ${undoEdit(cause.advice)}${describeReplacing(cause.advice, this.workspace)}` : say` The next plan says how to send a new version instead.`}`,
        };
      case 'unknown-status':
        return {
          why: say`Its status in the service is ${cause.status}, which isn't a documented status, so nothing is changed.`,
          todo: say`Check the campaign in the service. Don't add a second file for it: that would create a second campaign. Changes are planned again once the campaign has a documented status.`,
        };
      case 'transition-not-possible':
        return describeImpossible(cause, this.workspace);
      case 'not-reviewed':
        return { why: describeNotReviewed(cause.why), todo: [] };
    }
  }

  private parts(): Phrase {
    return capitalized(componentList(this.components));
  }

  private drifted(edited: string): Phrase {
    return say`${this.parts()} changed in the service since the last apply${edited}. The policy setting ${code('drift: hold')} protects such changes.`;
  }

  private undoDrift({ gone, ...rest }: Extract<HeldCause, { code: 'drift' }>): Phrase {
    const { write, more } = wayToKeep('the live value', rest);
    if (gone.length === 0) return say`${capitalized(write)}, or undo the change in the service.${more}`;
    const those = gone.length === 1 ? 'it' : 'them';
    return gone.length === this.components.length
      ? say`Remove ${those} from the file, or restore ${those} in the service.`
      : say`${capitalized(write)} (and remove ${componentList(gone)}, which the live campaign no longer has), or undo the change in the service.${more}`;
  }

  private readAgain(isMalformed: boolean): Phrase {
    if (this.until !== null) return say`${RUN_AGAIN} after that time. Nothing is changed until then.`;
    return isMalformed
      ? say`${RUN_AGAIN}. If the campaign still can't be read, check it in the service. Nothing is changed until it can be read.`
      : say`${RUN_AGAIN} when the service works again.`;
  }

  private creationUnclear({
    run,
    key,
    found,
    isAlike,
  }: Extract<HeldCause, { code: 'creation-unclear' }>): Message {
    const sent = say`An earlier run (${run}) tried to create this campaign, and the result isn't known.`;
    if (isAlike)
      return {
        why: say`${sent} The service has ${candidates(found)}, ${found.length > 1 ? 'and each' : 'which'} could be it.`,
        todo: say`${found.length > 1 ? 'Find out which one it is. Then' : 'If that is the campaign,'} ${this.adopt(key, found)}. If ${found.length > 1 ? 'none of them is' : "it isn't"}, rename ${found.length > 1 ? 'them' : 'it'} in the service. The next apply then searches again, and creates the campaign of this file if it still finds none.`,
      };
    const [them, lacks] = found.length === 1 ? ['it', "it doesn't show"] : ['one of them', "they don't show"];
    return {
      why: say`${sent} The service now has ${candidates(found)} with this name, but ${lacks} everything that was sent.`,
      todo: say`If that run created ${them}, ${this.adopt(key, found)}. Otherwise, no action is needed: the next apply checks again.`,
    };
  }

  /** Of several candidates, a person has to choose one, so the command names none of them. */
  private adopt(key: string, found: readonly SameNameCandidate[]): Phrase {
    const [only, ...others] = found;
    const id = only && others.length === 0 ? only.id : 'ID';
    return adoptCampaign(id, { key, workspace: this.workspace });
  }
}

const SENT = {
  create: 'a request to create this campaign',
  update: 'an update',
  transition: 'a status change',
} as const;

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
    why: say`The file says ${file.channel} ${file.type}, but the live campaign is ${was}, and a campaign can't change its type${ASSUMED_LOCK}.`,
    todo: say`Restore ${was} here, and put the ${file.channel} ${file.type} campaign in a new file with its own key.${live.isSending ? say` If it replaces this one, also ${end}, or both campaigns will send.` : ''}`,
  };
}

function unwanted(why: Extract<HeldCause, { code: 'creation-unwanted' }>['why']): string {
  return why.kind === 'file-gone'
    ? 'its file has been removed'
    : `its file has been changed from ${why.before} to ${why.now}`;
}

/** What a consent means if one of the campaigns sends. No later plan compares the new one with it. */
function bothSend(found: readonly SameNameCandidate[]): string {
  return found.some(({ status }) => SENDING_STATUSES.includes(status))
    ? ' If that one is published, users may get both messages.'
    : '';
}

function candidates(found: readonly SameNameCandidate[]): Phrase {
  return say`${found.length === 1 ? 'the campaign' : 'the campaigns'} ${withStatus(found)}`;
}

function withStatus(found: readonly SameNameCandidate[]): Phrase {
  return listed(found.map(({ id, status }) => `${id} (${status})`));
}
