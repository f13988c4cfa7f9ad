import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import type { Annotation } from '../render/documents/annotations.ts';
import { workflowCommand, type WorkflowCommand } from '../render/documents/workflow-commands.ts';
import { escapeMarkdown } from '../render/markdown/escape-markdown.ts';
import { visibleText } from '../render/visible-text.ts';
import { PLAIN } from '../render/text/paint.ts';
import type { Host } from '../app/host.ts';
import type { Secrets } from '../app/secrets/secrets.ts';
import { OUTPUT_NAMES, type Conclusion } from './conclusion.ts';

/** How text is laid out in the log: it is wide, and nobody resizes it. */
export const LOG_LAYOUT = { paint: PLAIN, columns: 120 } as const;

/**
 * What a step of a workflow writes: its log, marks at lines of files, its outputs, its page. No secret gets through.
 * The runner's protocol is written here and not by @actions/core, which knows only the variables and the standard
 * output of the one process that it is loaded in.
 */
export class WorkflowLog {
  private readonly host: Pick<Host, 'environment' | 'stdout'>;
  private readonly secrets: Secrets;

  constructor(host: Pick<Host, 'environment' | 'stdout'>, secrets: Secrets) {
    this.host = host;
    this.secrets = secrets;
  }

  /** Writes to the log. Between the two lines the runner takes no line for a command, whatever a campaign's text says. */
  print(said: string): void {
    if (said === '') return;
    const token = randomUUID();
    const end = said.endsWith('\n') ? '' : '\n';
    const shown = visibleText(this.secrets.redact(said));
    this.host.stdout.write(`::stop-commands::${token}\n${shown}${end}::${token}::\n`);
  }

  /** Tells something that is no reason to fail. */
  warn(message: string): void {
    this.command('warning', message);
  }

  /** Tells something that is as it should be. */
  note(message: string): void {
    this.command('notice', message);
  }

  annotate(annotations: readonly Annotation[]): void {
    for (const { level, file, line, column, title, message } of annotations) {
      const clean = (text: string) => visibleText(this.secrets.redact(text));
      this.command(level, message, { file: clean(file), line, col: column, title: clean(title) });
    }
  }

  /** Says on the page of the run why there is nothing else on it. */
  async endEarly(conclusion: Conclusion): Promise<Conclusion> {
    await this.summarize(
      `**campaign-reconciler** ended early. ${escapeMarkdown(this.secrets.redact(conclusion.message))}\n`,
    );
    return conclusion;
  }

  /** Sets every output, those without a value too, and says why the step failed where it did. */
  conclude({ outcome, failureReason, message, outputs }: Conclusion): void {
    const values = { ...outputs, outcome, 'failure-reason': failureReason ?? '' };
    for (const name of OUTPUT_NAMES) this.setOutput(name, String(values[name] ?? ''));
    if (failureReason !== undefined) this.command('error', message);
  }

  /** Markdown for the page of the run. Where that can't be written the step still goes on. */
  async summarize(markdown: string): Promise<void> {
    const { GITHUB_STEP_SUMMARY: file } = this.host.environment;
    if (!file) return;
    try {
      await appendFile(file, `${this.secrets.redact(markdown)}\n`);
    } catch (error) {
      this.warn(
        `The job summary can't be written: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  private command(
    name: WorkflowCommand['name'],
    said: string,
    properties: WorkflowCommand['properties'] = {},
  ): void {
    const message = visibleText(this.secrets.redact(said));
    this.host.stdout.write(workflowCommand({ name, properties, message }));
  }

  /** The value stands between two lines that nobody can guess, so that no text in it ends it. */
  private setOutput(name: string, value: string): void {
    const { GITHUB_OUTPUT: file } = this.host.environment;
    const mark = `value-${randomUUID()}`;
    if (file) appendFileSync(file, `${name}<<${mark}\n${this.secrets.redact(value)}\n${mark}\n`);
  }
}
