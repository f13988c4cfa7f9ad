import type { Held } from '../model/held.ts';
import { adoptAll } from './advice.ts';
import { code, perPlace, say, type Message, type Phrase } from './phrase.ts';

/** Why one campaign is blocked, below the sentence that covers all of them. */
export const TAKEN_NAME: Message = {
  why: say`The service already has a campaign with the same name, channel and type.`,
  todo: [],
};

/** The same for a single campaign, without the sentence above it. */
export function describeTakenName(workspace: string): Message {
  return {
    why: say`No record of ${workspace} was found, and the service already has a campaign with the same name, channel and type.`,
    todo: wayOut(workspace),
  };
}

/** One sentence for all campaigns whose record seems to be lost; empty if there are none. */
export function describeLostRecord(blocked: readonly Pick<Held, 'cause'>[], workspace: string): Phrase {
  const taken = blocked.filter(({ cause }) => cause.code === 'no-record').length;
  if (taken === 0) return [];
  return say`No record of ${code(workspace)} was found (branch ${code(branchOf(workspace))} on ${code('origin')}). The service already has ${taken} campaigns with the names of these files, so none of them is created again. ${wayOut(workspace)}`;
}

function wayOut(workspace: string): Phrase {
  return say`If a clone still has the branch, push it to ${code('origin')}. Otherwise ${perPlace('bind the files to the live campaigns. To do so, ', '')}${adoptAll(workspace)}.`;
}

function branchOf(workspace: string): string {
  return `campaigns-state/${workspace}`;
}
