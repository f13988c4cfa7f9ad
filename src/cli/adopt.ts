import { type InWorkspace, openWorkspace } from '../app/context.ts';
import { adopt, carryOutAdoption, prepareAdoption } from '../app/importing/adopt.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import type { OptionFault } from '../model/reasons.ts';
import { adoptionDocument } from '../render/documents/adoption-document.ts';
import { adoptedText, adoptionText } from '../render/text/adoption-text.ts';
import { type CommandSession, type ProposalOptions, requireYes } from './session.ts';

export interface AdoptOptions extends ProposalOptions {
  readonly key?: string | undefined;
  readonly id?: string | undefined;
  readonly all?: boolean;
}

/** Binds a file to the live campaign with an ID, or each file to the one that it describes. Writes no file. */
export async function adoptCampaigns(options: AdoptOptions, session: CommandSession): Promise<ExitCode> {
  const { key = '', id = '', all = false } = options;
  requireOneWay(options);
  const target = await openWorkspace(options, session);
  if (all) return adoptAll(target, options, session);
  const report = await adopt(target.context, target.workspace, { id, key });
  session.terminal.out(options.json ? adoptionDocument(report) : adoptedText(report));
  return EXIT.DONE;
}

function requireOneWay({ key, id, all = false, dryRun = false }: AdoptOptions): void {
  const usage = (option: string, fault: OptionFault) =>
    new UserFailure(EXIT.USAGE, { code: 'bad-option', option, ...fault });
  if (all && (key !== undefined || id !== undefined))
    throw usage('--all', { why: 'together', other: 'KEY and --id' });
  if (all) return;
  if (key === undefined && id === undefined) throw usage('KEY or --all', { why: 'missing' });
  if (id === undefined) throw usage('KEY', { why: 'needs', other: '--id' });
  if (key === undefined) throw usage('--id', { why: 'needs', other: 'KEY' });
  if (dryRun) throw usage('--dry-run', { why: 'needs', other: '--all' });
}

/** Binds every file that has exactly one candidate, and lists the ambiguous ones. */
async function adoptAll(
  target: InWorkspace,
  { dryRun = false, yes = false, json = false }: AdoptOptions,
  session: CommandSession,
): Promise<ExitCode> {
  const { terminal } = session;
  const prepared = await prepareAdoption(target);
  const count = prepared.bindings.length;
  if (!dryRun && !yes && count > 0 && terminal.interactive) {
    terminal[json ? 'err' : 'out'](adoptionText(prepared.report, terminal));
    const question = { kind: 'adopt', files: count, workspace: target.workspace.name } as const;
    await requireYes(session, {}, question);
  }
  const report = dryRun ? prepared.report : await carryOutAdoption(prepared, target);
  terminal.out(json ? adoptionDocument(report) : adoptionText(report, terminal));
  return EXIT.DONE;
}
