import { type InWorkspace, openWorkspace } from '../app/context.ts';
import { adopt, carryOutAdoption, prepareAdoption } from '../app/importing/adopt.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { adoptionDocument } from '../render/documents/adoption-document.ts';
import { adoptedText, adoptionText } from '../render/text/adoption-text.ts';
import { type CommandSession, type ProposalOptions, requireYes, wrongOption } from './session.ts';

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
  if (all && (key ?? id) !== undefined)
    throw wrongOption('--all', { why: 'together', other: 'KEY and --id' });
  if (all) return;
  if (key === undefined || id === undefined) throw wrongOption('KEY with --id, or --all', { why: 'missing' });
  if (dryRun) throw wrongOption('--dry-run', { why: 'needs', other: '--all' });
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
