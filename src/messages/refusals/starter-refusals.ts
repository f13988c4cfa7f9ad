import type { StarterRefusal } from '../../model/refusals/starter-refusal.ts';
import { blockedWords, fileFaultWords } from '../file-fault-messages.ts';
import { capitalized, perMedium, say } from '../phrase.ts';
import { ended, type RefusalTable } from './refusal-table.ts';

export const STARTER_REFUSALS: RefusalTable<StarterRefusal> = {
  'starter-blocked': ({ fault }) => ({
    message: say`${blockedWords(fault)}, so nothing was written.`,
    hint: say`Campaigns and workflows must be in the repository itself. Rename or remove the path named above, then run this again.`,
  }),
  'starter-not-written': ({ fault, written }) => ({
    message: say`${ended(fileFaultWords(fault).message)} Written so far: ${written.join(', ') || 'nothing'}.`,
    hint: say`Fix the cause, then run this again: it adds what is missing.`,
  }),
  'workspace-not-configured': ({ workspace, known }) => ({
    message: say`workspaces.yaml already exists, but has no workspace named ${workspace}.`,
    hint: say`Its workspaces: ${known.join(', ') || 'none'}. Add ${workspace} to the file first, then run this again.`,
  }),
  'workspace-name': ({ workspace }) => ({
    message: say`${workspace} can't be the name of a workspace.`,
    hint: say`Use at most 40 lowercase letters, digits and hyphens.`,
  }),
  'workspace-is-local': () => ({
    message: say`The workspace local is for the local service on your own machine, and init always adds it.`,
    hint: say`Name the workspace that your customers are in, for example production.`,
  }),
  'target-incomplete': ({ workspace, missing }) => ({
    message: say`The ${missing} of ${workspace} is missing.`,
    hint: perMedium(
      'Give both --base-url and --app-key, or leave out both and fill them in later.',
      'Give both the address and the app key, or neither.',
    ),
  }),
  'target-invalid': ({ what, mistake }) => ({
    message: say`This ${what} can't be used: ${ended(mistake.message)}`,
    hint: mistake.hint === '' ? say`Give another ${what}.` : capitalized(ended(mistake.hint)),
  }),
};
