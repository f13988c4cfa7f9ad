import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { describeEarlyEnd } from '../messages/action-messages/comment-phrases.ts';
import { stepNotice } from '../messages/action-messages/step-notices.ts';
import { plainTextOnGitHub, type Phrase } from '../messages/phrase.ts';
import type { Annotation } from '../render/documents/annotations.ts';
import { workflowCommand, type WorkflowCommand } from '../render/documents/workflow-commands.ts';
import { phraseMarkdown } from '../render/markdown/escape-markdown.ts';
import { visibleText } from '../render/text-layout.ts';
import { PLAIN } from '../render/text/paint.ts';
import type { Host } from '../app/process/host.ts';
import type { Secrets } from '../app/secrets/secrets.ts';
import { messageOf, OUTPUT_NAMES, type Conclusion } from './conclusion.ts';

/** The layout of text in the log, which is wide and never resized. */
export const LOG_LAYOUT = { paint: PLAIN, columns: 120 } as const;

/**
 * The output of a workflow step: its log, annotations of files, its outputs, its job summary. Secrets are removed. The
 * runner's protocol is implemented here and not by @actions/core, which knows only the variables and the standard
 * output of the process that loads it.
 */
export class WorkflowLog {
  private readonly host: Pick<Host, 'environment' | 'stdout'>;
  private readonly secrets: Secrets;

  constructor(host: Pick<Host, 'environment' | 'stdout'>, secrets: Secrets) {
    this.host = host;
    this.secrets = secrets;
  }

  /**
   * Writes to the log. Between the two lines, the runner doesn't interpret commands, whatever a campaign's text
   * contains.
   */
  print(said: string): void {
    if (said === '') return;
    const token = randomUUID();
    const end = said.endsWith('\n') ? '' : '\n';
    const shown = visibleText(this.secrets.redact(said));
    this.host.stdout.write(`::stop-commands::${token}\n${shown}${end}::${token}::\n`);
  }

  /** Reports something that doesn't fail the step. */
  warn(phrase: Phrase): void {
    this.command('warning', plainTextOnGitHub(phrase));
  }

  /** Reports something that needs no attention. */
  note(phrase: Phrase): void {
    this.command('notice', plainTextOnGitHub(phrase));
  }

  annotate(annotations: readonly Annotation[]): void {
    for (const { level, file, line, column, title, message } of annotations) {
      const clean = (text: string) => visibleText(this.secrets.redact(text));
      this.command(level, message, { file: clean(file), line, col: column, title: clean(title) });
    }
  }

  /** Explains in the job summary why there is nothing else in it. */
  async endEarly(conclusion: Conclusion): Promise<Conclusion> {
    if (conclusion.why)
      await this.summarize(`${this.secrets.redact(phraseMarkdown(describeEarlyEnd(conclusion.why)))}\n`);
    return conclusion;
  }

  /** Sets every output, including those without a value, and reports why the step failed if it did. */
  conclude(conclusion: Conclusion): void {
    const { outcome, failureReason, outputs } = conclusion;
    const values = { ...outputs, outcome, 'failure-reason': failureReason ?? '' };
    for (const name of OUTPUT_NAMES) this.setOutput(name, String(values[name] ?? ''));
    if (failureReason !== undefined) this.command('error', messageOf(conclusion));
  }

  /** Appends Markdown to the job summary. If that fails, the step continues. */
  async summarize(markdown: string): Promise<void> {
    const { GITHUB_STEP_SUMMARY: file } = this.host.environment;
    if (!file) return;
    try {
      await appendFile(file, `${this.secrets.redact(markdown)}\n`);
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      this.warn(stepNotice({ code: 'summary-not-written', said }));
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

  /** The value is between two lines with a random mark, so that no text in it can end it. */
  private setOutput(name: string, value: string): void {
    const { GITHUB_OUTPUT: file } = this.host.environment;
    const mark = `value-${randomUUID()}`;
    if (file) appendFileSync(file, `${name}<<${mark}\n${this.secrets.redact(value)}\n${mark}\n`);
  }
}
