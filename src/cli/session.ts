import type { CommonOptions } from '../app/context.ts';
import type { Host, Session, Interaction } from '../app/process/session.ts';
import { gitWithoutSecrets, Secrets } from '../app/secrets.ts';
import { openTerminal, type Terminal, showDiagnostics } from './terminal/terminal.ts';
import { EXIT } from '../model/exit.ts';
import type { RunQuestion, Progress } from '../model/progress.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { exchangeLine, progressBar, progressLine } from '../render/text/progress-text.ts';
import { plainText } from '../messages/phrase.ts';
import { describeNotice, describeQuestion } from '../messages/run-messages.ts';

/** A session of the command line: commands write their results to its terminal. */
export interface CommandSession extends Session {
  readonly terminal: Terminal;
}

export async function openSession(host: Host, options: CommonOptions): Promise<CommandSession> {
  const secrets = new Secrets();
  const runGit = gitWithoutSecrets(host.runGit, secrets);
  const terminal = await openTerminal({ ...host, secrets }, options);
  return { ...host, runGit, secrets, terminal, interaction: interactionOn(terminal, options) };
}

/** Options of a command about all campaigns, or some. */
export interface KeysOptions extends CommonOptions {
  readonly only?: readonly string[];
}

/** Options of a command that shows what it would do, and asks. */
export interface ProposalOptions extends CommonOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** Throws UserFailure if the user doesn't agree. Running a command in a script counts as a yes. */
export async function requireYes(
  { terminal }: Pick<CommandSession, 'terminal'>,
  { yes = false }: { readonly yes?: boolean },
  question: RunQuestion,
): Promise<void> {
  if (yes || !terminal.interactive || (await terminal.confirm(describeQuestion(question)))) return;
  throw new UserFailure(EXIT.FAILED, { code: 'canceled', left: undefined });
}

/** How a run talks to a person at a terminal: on standard error, because standard output is only for the result. */
export function interactionOn(
  terminal: Terminal,
  { debug = false }: { readonly debug?: boolean } = {},
): Interaction {
  return {
    interactive: terminal.interactive,
    warn: (diagnostics, root) => {
      showDiagnostics(terminal, diagnostics, { root, stream: 'err' });
    },
    notice: (notice) => {
      terminal.err(`${plainText(describeNotice(notice))}\n`);
    },
    progress: (notice) => {
      terminal.progress(`${plainText(describeNotice(notice))}\n`);
    },
    onExchange: (exchange) => {
      if (debug) terminal.err(exchangeLine(exchange));
    },
    onProgress: (progress: Progress) => {
      const [bar, line] = [progressBar(progress, terminal.columns), progressLine(progress)];
      const isShown = bar !== undefined && terminal.bar(bar);
      if (!isShown && line !== undefined) terminal.progress(line);
    },
    showPlan: async (plan) => {
      const { planText } = await import('../render/text/report-texts.ts');
      terminal.err(planText(plan, terminal));
    },
    confirm: (question, signals) => terminal.confirm(describeQuestion(question), signals),
  };
}
