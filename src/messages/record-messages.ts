import type { Held, HeldCause } from '../model/held.ts';
import { adoptAll, AFTER_COMMAND } from './advice.ts';
import { code, perMedium, say, type Message, type Phrase } from './phrase.ts';

/** Why one campaign is blocked, below the sentence that covers all of them. */
export const TAKEN_NAME: Message = {
  why: say`The service already has a campaign with the same name, channel and type.`,
  todo: [],
};

/** Why one campaign is blocked, where no sentence above it covers all of them. */
export function describeTakenName({ hasOrigin }: NoRecord, workspace: string): Message {
  return {
    why: say`${noRecord(workspace, hasOrigin)} ${TAKEN_NAME.why}`,
    todo: restoreRecord(workspace, hasOrigin),
  };
}

/** Why a campaign that would be published isn't created while the record may be lost. */
export function describeMaybeLive(
  { hasOrigin }: Extract<HeldCause, { readonly code: 'maybe-live' }>,
  workspace: string,
): Message {
  return {
    why: say`${noRecord(workspace, hasOrigin)} This campaign may already be live under another name, so it isn't created.`,
    todo: restoreRecord(workspace, hasOrigin),
  };
}

type NoRecord = Extract<HeldCause, { readonly code: 'no-record' }>;

/** One sentence for all campaigns whose record seems to be lost; empty if there are none. */
export function describeLostRecord(blocked: readonly Pick<Held, 'cause'>[], workspace: string): Phrase {
  const taken = blocked.flatMap(({ cause }) => (cause.code === 'no-record' ? [cause] : []));
  const [first] = taken;
  if (!first) return [];
  const { hasOrigin } = first;
  return say`${noRecord(workspace, hasOrigin)} The service already has ${taken.length} campaigns with the names of these files, so none of them is created again. ${restoreRecord(workspace, hasOrigin)}`;
}

function noRecord(workspace: string, hasOrigin: boolean): Phrase {
  const branch = code(`campaigns-state/${workspace}`);
  const where = hasOrigin
    ? say`branch ${branch} on ${code('origin')}`
    : say`branch ${branch} in this repository`;
  return say`No record of the workspace ${code(workspace)} was found (${where}).`;
}

/** A repository without an origin has its record only in itself and in its copies. */
export function restoreRecord(workspace: string, hasOrigin: boolean): Phrase {
  const kept = hasOrigin
    ? perMedium(
        'If a clone still has the branch, push it to origin.',
        'Ask an engineer to push the branch from a clone that still has it.',
      )
    : say`If another copy of this repository still has the branch, fetch it from there.`;
  return say`${kept} ${perMedium('Otherwise, bind the files to the live campaigns. To do so, ', 'If no clone has it, ')}${adoptAll(workspace)}${AFTER_COMMAND}`;
}
