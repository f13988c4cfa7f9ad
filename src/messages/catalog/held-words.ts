import type { FilePlace } from '../../model/campaign.ts';
import type { HeldParams, SameNameCandidate } from '../../model/held.ts';
import { ENDED_STATUSES } from '../../model/past.ts';
import { emergencyStopFor } from '../../model/transitions.ts';
import { utcMinute } from '../../model/utc-words.ts';
import { PAST_TENSE } from '../advice.ts';
import { code, listed, say, type Phrase } from '../phrase.ts';
import { stillSends } from '../still-sends.ts';

// Words for the circumstances of blocked changes.

export const READ_ONLY: Readonly<Record<HeldParams['read-only']['why'], string>> = {
  'flow-node': 'The campaign is a node of a flow',
  child: 'The campaign is one send of a periodic campaign',
  channel: "The campaign's channel is read-only in this API",
};

export const NOT_COMPARED: Readonly<Record<HeldParams['not-compared']['why'], string>> = {
  'not-asked': 'The run did not read this campaign from the service.',
  'not-searched': 'The run did not search the service for this name.',
  'not-recorded':
    "The campaign is managed, but no apply has recorded its values yet, so an offline plan can't compare them.",
};

const SENT = {
  create: 'a request to create this campaign',
  update: 'an update',
  transition: 'a status change',
} as const;

/** What an earlier run left open. */
export function unresolved(cause: Readonly<HeldParams['unresolved']>): Phrase {
  switch (cause.what) {
    case 'request':
      return say`An earlier run (${cause.run}) may have sent ${SENT[cause.kind]}, and the result isn't known yet.`;
    case 'same-name':
      return say`This campaign has the same name as ${cause.of}, whose creation has no known result yet.`;
    case 'status':
      return say`The campaign was ${PAST_TENSE[cause.action]} by an earlier run, but the service doesn't show that yet.`;
    case 'unwanted':
      return say`An earlier run tried to create this campaign, and the result isn't known. Since then, ${cause.why.kind === 'file-gone' ? 'its file was removed' : `its file changed from ${cause.why.before} to ${cause.why.now}`}.`;
  }
}

export const CREATIONS: Readonly<Record<HeldParams['creation-unclear']['why'], string>> = {
  alike: 'The service has what could be it',
  similar: "The service has its name, but doesn't show everything that was sent",
  taken: 'The service reports that it has already created it, but shows no campaign with this name',
  edited: "The recorded request doesn't match its components, so it isn't sent again",
};

export function withStatus(found: readonly SameNameCandidate[]): Phrase {
  return listed(found.map(({ id, status }) => `${id} (${status})`));
}

/** To give a file the key of a campaign. Two keys in one file are a mistake. */
export function setKey(
  key: string,
  { file, place }: { readonly file: string; readonly place?: FilePlace | undefined },
): Phrase {
  return place
    ? say`replace the key in ${{ kind: 'place', place }} with ${code(key)}`
    : say`add ${code(`key: ${key}`)} to ${file}`;
}

/** How the file of a campaign ends it. */
export function endHere(type: string): Phrase {
  const stop = emergencyStopFor(type);
  return stop ? say`set ${code(`status: ${stop}`)} here` : say`end this one in the service`;
}

export function passed(createdAt: string | undefined): string {
  return createdAt === undefined
    ? 'is in the past'
    : `will be in the past when the service's quota allows its creation (${utcMinute(createdAt)})`;
}

export const DONE: Readonly<Record<HeldParams['blackout']['action'], string>> = {
  ...PAST_TENSE,
  UPDATE: 'rescheduled',
};

export const WAITS_FOR = {
  edits: ' until all its changes are applied, and some are blocked',
  confirmation: ", because the service doesn't show all the changes that were sent to it",
} as const;

type Impossible = Readonly<HeldParams['transition-not-possible']>;

/** A status that the campaign can't get from the one it has. */
export function impossible({ wanted, from, word, type }: Impossible): Phrase {
  return from === 'DRAFT'
    ? say`A draft sends nothing, so it can't be ${wanted === 'PAUSED' ? 'paused' : 'stopped'}.`
    : say`This ${type} campaign can't change from ${word} to ${wanted}.${wanted === 'ACTIVE' ? '' : say` ${stillSends(from)}`}`;
}

export function insteadOf({ wanted, from, word, type }: Impossible): Phrase {
  if (from === 'DRAFT') return say`Remove ${code('status')}, or write ${code('status: DRAFT')}.`;
  if (ENDED_STATUSES.includes(from))
    return say`${word} is final. Remove ${code('status')} or the file. To send it again, write a new file.`;
  const stop = emergencyStopFor(type);
  if (wanted === 'DRAFT')
    return say`A published campaign never becomes a draft again. Remove ${code('status')}${stop ? say`, or write ${code(`status: ${stop}`)}` : ''}.`;
  return stop && wanted !== 'ACTIVE' && stop !== wanted
    ? say`To keep it from sending, write ${code(`status: ${stop}`)}.`
    : say`Change the status in the service, and remove ${code('status')} from the file.`;
}
