import type * as core from '@actions/core';
import { randomUUID } from 'node:crypto';
import { COMMENT } from '../messages/comment-messages.ts';
import { stepNotice } from '../messages/catalog/steps.ts';
import { plainTextOnGitHub, type Phrase } from '../messages/phrase.ts';
import { REFUSALS } from '../messages/catalog/refusals.ts';
import { messageFor, messageOnGitHub } from '../messages/catalog/row.ts';
import type { Environment } from '../model/clock.ts';
import { annotationsOf, type Annotated } from '../render/documents/annotations.ts';
import { phraseMarkdown } from '../render/markdown/escape-markdown.ts';
import { visibleText } from '../model/show.ts';
import { PLAIN } from '../render/text/paint.ts';
import type { Secrets } from '../app/secrets.ts';
import { messageOf, OUTPUT_NAMES, type Conclusion, type Outputs } from './conclusion.ts';

type Functions =
  'error' | 'getInput' | 'info' | 'notice' | 'setFailed' | 'setOutput' | 'setSecret' | 'warning';

/**
 * What a step uses of its runner: a part of `@actions/core`. That knows only the variables and the standard output of
 * the process that loads it, so src/action.ts alone does, and tests have a runner of their own.
 */
export interface Step extends Pick<typeof core, Functions> {
  readonly summary: { addRaw(text: string, addEOL: boolean): { write(): Promise<unknown> } };
}

/** The layout of text in the log, which is wide and never resized. */
export const LOG_LAYOUT = { paint: PLAIN, columns: 120 } as const;

/** What a workflow step writes: its log, annotations of files, its outputs, its job summary. Secrets are removed. */
export class WorkflowLog {
  private readonly step: Step;
  private readonly secrets: Secrets;
  private found: Annotated = { diagnostics: [] };
  /** How many messages of its own the step has written. */
  private readonly own = { warning: 0, notice: 0 };

  constructor(step: Step, secrets: Secrets) {
    this.step = step;
    this.secrets = secrets;
  }

  /** Writes to the log. Between the two lines, the runner interprets no commands, whatever a campaign's text says. */
  print(said: string): void {
    if (said === '') return;
    const token = randomUUID();
    const end = said.endsWith('\n') ? '' : '\n';
    this.step.info(`::stop-commands::${token}\n${this.clean(said)}${end}::${token}::`);
  }

  /** Reports something that doesn't fail the step. */
  warn(phrase: Phrase): void {
    this.own.warning += 1;
    this.step.warning(this.clean(plainTextOnGitHub(phrase)));
  }

  /** Reports something that needs no attention. */
  note(phrase: Phrase): void {
    this.own.notice += 1;
    this.step.notice(this.clean(plainTextOnGitHub(phrase)));
  }

  /** Shows findings at their places in the files, when the step ends: its own messages must not be among those left out. */
  annotate({ diagnostics, ...more }: Annotated): void {
    this.found = { ...this.found, ...more, diagnostics: [...this.found.diagnostics, ...diagnostics] };
  }

  private writeAnnotations(): void {
    for (const { level, file, line, column, title, message } of annotationsOf(this.found, this.own))
      this.step[level](this.clean(message), {
        ...{ title: this.clean(title), file: this.clean(file), startLine: line },
        ...(column !== undefined && { startColumn: column }),
      });
  }

  /** Explains in the job summary why there is nothing else in it. */
  async endEarly(conclusion: Conclusion): Promise<Conclusion> {
    if (conclusion.why) await this.summarize(`${phraseMarkdown(COMMENT.earlyEnd(conclusion.why))}\n`);
    return conclusion;
  }

  /** Sets every output to nothing. False: the runner doesn't take outputs, which fails the step. */
  startOutputs({ GITHUB_OUTPUT: file }: Environment): boolean {
    if (file) return this.setOutputs({});
    // Without the variable, core would print commands that GitHub has deprecated.
    this.step.setFailed(
      messageOnGitHub(
        messageFor(REFUSALS, { code: 'event-unusable', why: 'no-variable', said: 'GITHUB_OUTPUT' }),
      ),
    );
    return false;
  }

  /** Sets every output, including those without a value, and reports why the step failed if it did. */
  conclude(conclusion: Conclusion): void {
    const { outcome, failureReason, outputs } = conclusion;
    this.setOutputs({ ...outputs, outcome, 'failure-reason': failureReason ?? '' });
    this.writeAnnotations();
    if (failureReason !== undefined) this.step.setFailed(this.clean(messageOf(conclusion)));
  }

  /** Appends Markdown to the job summary. If that fails, the step continues. */
  async summarize(markdown: string): Promise<void> {
    try {
      await this.step.summary.addRaw(this.secrets.redact(markdown), true).write();
    } catch (error) {
      this.step.warning(this.notWritten('GITHUB_STEP_SUMMARY', error));
    }
  }

  private setOutputs(values: Outputs & { readonly outcome?: string; readonly 'failure-reason'?: string }) {
    try {
      for (const name of OUTPUT_NAMES)
        this.step.setOutput(name, this.secrets.redact(`${values[name] ?? ''}`));
      return true;
    } catch (error) {
      this.step.setFailed(this.notWritten('GITHUB_OUTPUT', error));
      return false;
    }
  }

  private notWritten(variable: string, error: unknown): string {
    const said = error instanceof Error ? error.message : String(error);
    return this.clean(plainTextOnGitHub(stepNotice({ code: 'not-written', variable, said })));
  }

  private clean(text: string): string {
    return visibleText(this.secrets.redact(text));
  }
}
