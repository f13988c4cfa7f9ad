import type { Held } from '../model/held.ts';
import { code, command, perPlace, say, type Message, type Phrase } from './phrase.ts';

/** Why one of them is blocked, below what is said for all. */
export const TAKEN_NAME: Message = {
  why: say`The service already has a campaign with the same name, channel and type.`,
  todo: [],
};

/** The same of one campaign, where it stands alone. */
export function describeTakenName(workspace: string): Message {
  return {
    why: say`No record of ${workspace} was found, and the service already has a campaign with the same name, channel and type.`,
    todo: wayOut(workspace),
  };
}

/** What is said once for all campaigns that were probably recorded once; empty where that isn't so. */
export function describeLostRecord(blocked: readonly Pick<Held, 'cause'>[], workspace: string): Phrase {
  const taken = blocked.filter(({ cause }) => cause.code === 'no-record').length;
  if (taken === 0) return [];
  return say`No record of ${code(workspace)} was found: branch ${code(branchOf(workspace))}, remote ${code('origin')}. The service already has ${taken} campaigns with the names of these files, so none of them is created again. ${wayOut(workspace)}`;
}

function wayOut(workspace: string): Phrase {
  return say`If a clone still has the branch, push it to ${code('origin')}. ${perPlace('Otherwise bind the files to the live campaigns: ', 'Otherwise ')}${command(`campaigns import --adopt --all -w ${workspace}`, 'bind the files to the live campaigns with the command import')}.`;
}

function branchOf(workspace: string): string {
  return `campaigns-state/${workspace}`;
}
