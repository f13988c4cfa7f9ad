import { randomUUID } from 'node:crypto';
import { describeEarlyEnd } from '../messages/action-messages/comment-phrases.ts';
import { stepFailure } from '../messages/action-messages/step-failures.ts';
import { stepNotice } from '../messages/action-messages/step-notices.ts';
import { plainTextOnGitHub, type Phrase } from '../messages/phrase.ts';
import type { Annotation } from '../render/documents/annotations.ts';
import { phraseMarkdown } from '../render/markdown/escape-markdown.ts';
import { visibleText } from '../render/text-layout.ts';
import { PLAIN } from '../render/text/paint.ts';
import type { Secrets } from '../app/secrets/secrets.ts';
import { messageOf, OUTPUT_NAMES, type Conclusion } from './conclusion.ts';
import type { Step } from './step-port.ts';

/** The layout of text in the log, which is wide and never resized. */
export const LOG_LAYOUT = { paint: PLAIN, columns: 120 } as const;

/** What a workflow step writes: its log, annotations of files, its outputs, its job summary. Secrets are removed. */
export class WorkflowLog {
  private readonly step: Step;
  private readonly secrets: Secrets;

  constructor(step: Step, secrets: Secrets) {
    this.step = step;
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
    this.step.log(`::stop-commands::${token}\n${this.clean(said)}${end}::${token}::`);
  }

  /** Reports something that doesn't fail the step. */
  warn(phrase: Phrase): void {
    this.step.warning(this.clean(plainTextOnGitHub(phrase)));
  }

  /** Reports something that needs no attention. */
  note(phrase: Phrase): void {
    this.step.notice(this.clean(plainTextOnGitHub(phrase)));
  }

  annotate(annotations: readonly Annotation[]): void {
    for (const { level, file, line, column, title, message } of annotations)
      this.step[level](this.clean(message), {
        ...{ title: this.clean(title), file: this.clean(file), startLine: line },
        ...(column !== undefined && { startColumn: column }),
      });
  }

  /** Explains in the job summary why there is nothing else in it. */
  async endEarly(conclusion: Conclusion): Promise<Conclusion> {
    if (conclusion.why) await this.summarize(`${phraseMarkdown(describeEarlyEnd(conclusion.why))}\n`);
    return conclusion;
  }

  /** Sets every output, and reports why the step failed if it did. */
  conclude(conclusion: Conclusion): void {
    const { outcome, failureReason, outputs } = conclusion;
    this.setOutputs({ ...outputs, outcome, 'failure-reason': failureReason ?? '' });
    if (failureReason !== undefined) this.step.fail(this.clean(messageOf(conclusion)));
  }

  /** Sets every output; one without a value is empty. False if the runner doesn't take them, which fails the step. */
  setOutputs(values: Readonly<Partial<Record<(typeof OUTPUT_NAMES)[number], string | number>>>): boolean {
    try {
      for (const name of OUTPUT_NAMES)
        this.step.output(name, this.secrets.redact(String(values[name] ?? '')));
      return true;
    } catch (error) {
      const failure = stepFailure({ code: 'outputs-not-written', said: saidBy(error) });
      this.step.fail(this.clean(plainTextOnGitHub(failure)));
      return false;
    }
  }

  /** Appends Markdown to the job summary. If that fails, the step continues. */
  async summarize(markdown: string): Promise<void> {
    try {
      await this.step.summary(this.secrets.redact(markdown));
    } catch (error) {
      this.warn(stepNotice({ code: 'summary-not-written', said: saidBy(error) }));
    }
  }

  private clean(text: string): string {
    return visibleText(this.secrets.redact(text));
  }
}

function saidBy(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
