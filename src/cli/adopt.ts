import { openWorkspace } from '../app/context.ts';
import { carryOutAdoption, prepareAdoption } from '../app/importing/adopt.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { adoptionDocument } from '../render/documents/adoption-document.ts';
import { adoptionText } from '../render/text/adoption-text.ts';
import { type CommandSession, type ProposalOptions, requireYes } from './session.ts';

export interface AdoptOptions extends ProposalOptions {
  readonly key?: string;
  readonly id?: string | undefined;
  readonly all?: boolean;
}

/** Binds a file to the live campaign with an ID, or each file to the one that it describes. Writes no file. */
export async function adoptCampaigns(options: AdoptOptions, session: CommandSession): Promise<ExitCode> {
  const { key = '', id = '', all = false, dryRun = false, yes = false, json = false } = options;
  const { terminal } = session;
  const fault = { code: 'bad-option', option: '--dry-run', why: 'needs', other: '--all' } as const;
  if (dryRun && !all) throw new UserFailure(EXIT.USAGE, fault);
  const target = await openWorkspace(options, session);
  const prepared = await prepareAdoption(target, all ? undefined : { key, id });
  const files = prepared.bindings.length;
  if (all && !dryRun && !yes && files > 0 && terminal.interactive) {
    terminal[json ? 'err' : 'out'](adoptionText(prepared.report, terminal));
    await requireYes(session, {}, { kind: 'adopt', files, workspace: target.workspace.name });
  }
  const report = dryRun ? prepared.report : await carryOutAdoption(prepared, target);
  terminal.out(json ? adoptionDocument(report) : adoptionText(report, terminal));
  return EXIT.DONE;
}
