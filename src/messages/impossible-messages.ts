import { SENDING_STATUSES, type CampaignStatus } from '../model/campaign.ts';
import type { HeldCause } from '../model/held.ts';
import { ENDED_STATUSES } from '../model/past.ts';
import { emergencyStopFor, isSupported } from '../model/transitions.ts';
import { code, joined, say, type Message, type Phrase } from './phrase.ts';

type Impossible = Extract<HeldCause, { readonly code: 'transition-not-possible' }>;

/** A status that the campaign can't get from the one it has. */
export function describeImpossible(cause: Impossible, workspace: string): Message {
  const { wanted, from, word, type, isNew } = cause;
  return {
    why:
      from === 'DRAFT'
        ? say`${isNew ? 'It is created as a draft. ' : ''}A draft sends nothing, so it can't be ${wanted === 'PAUSED' ? 'paused' : 'stopped'}.`
        : joined(
            say`This ${type} campaign can't change from ${word} to ${wanted}.`,
            wanted === 'ACTIVE' ? [] : stillSends(from),
          ),
    todo: instead(cause, workspace),
  };
}

/** Users who want to end a campaign, and can't, must know that it goes on. Empty for one that sends nothing. */
export function stillSends(status: CampaignStatus | undefined): Phrase {
  if (status === undefined || !SENDING_STATUSES.includes(status)) return [];
  return status === 'SCHEDULED' ? say`It will still be sent.` : say`It is still sending.`;
}

/** A stop that was requested after everything was sent. */
export function describeTooLate(type: string): Message {
  return {
    why: say`The campaign was already sent (its status is SENT), and what was sent can't be recalled.`,
    todo: joined(
      type === 'ONE_TIME' ? [] : say`If it still sends, end it in the service.`,
      say`Change the file back to ${code('status: ACTIVE')}, remove its ${code('status')} line, or remove the whole file.`,
    ),
  };
}

function instead({ wanted, from, word, type, isShared }: Impossible, workspace: string): Phrase {
  if (from === 'DRAFT') {
    const here = code(`overrides: { ${workspace}: { status: DRAFT } }`);
    return joined(
      say`Remove ${code('status')}, or write ${code('status: DRAFT')}.`,
      isShared ? say`To do that for ${workspace} only, write ${here}.` : [],
    );
  }
  if (ENDED_STATUSES.includes(from))
    return say`${word} is final. ${from === 'STOPPED' && isSupported('STOP', type) ? say`Write ${code('status: STOPPED')}, or remove` : 'Remove'} ${code('status')} or the file.${wanted === 'ACTIVE' ? ' To send it again, write a new file.' : ''}`;
  if (wanted === 'DRAFT')
    return say`A published campaign never becomes a draft again. ${insteadOfDraft(from, type)}`;
  if (wanted === 'PAUSED' && isSupported('STOP', type))
    return say`${from === 'SCHEDULED' ? say`To send it later, change its ${code('start_time')}. ` : []}To stop it for good, write ${code('status: STOPPED')}.`;
  if (wanted === 'STOPPED' && isSupported('PAUSE', type))
    return say`${aOrAn(type)} campaign can't be stopped, only paused. To pause it, write ${code('status: PAUSED')}.`;
  return say`Change the status in the service, and remove ${code('status')} from the file.`;
}

function insteadOfDraft(from: CampaignStatus, type: string): Phrase {
  const stop = emergencyStopFor(type);
  if (!stop || !SENDING_STATUSES.includes(from)) return say`Remove ${code('status')}.`;
  const isFinal = stop === 'STOPPED' ? ' (final)' : '';
  return say`To keep it from sending, write ${code(`status: ${stop}`)}${isFinal}. To let it send, remove ${code('status')}.`;
}

/** `A PERIODIC`, `An EVENT_TRIGGERED`. */
function aOrAn(word: string): string {
  return `${/^[AEIOU]/.test(word) && !word.startsWith('ONE') ? 'An' : 'A'} ${word}`;
}
