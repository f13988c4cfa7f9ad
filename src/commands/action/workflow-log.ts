import { randomUUID } from 'node:crypto';
import * as core from '@actions/core';
import type { Annotation } from '../../report/documents/annotations.ts';
import { prose } from '../../report/markdown/escape-markdown.ts';
import { visibleText } from '../../report/visible-text.ts';
import { PLAIN } from '../../report/text/paint.ts';
import { withoutSecrets } from '../telling/secrets.ts';
import type { Terminal } from '../telling/terminal.ts';
import type { Ending } from './ending.ts';

/** The log of a run is wide, and nobody resizes it. */
const COLUMNS = 120;

/** What a step of a workflow writes: its log, marks at lines of files, its page. No secret gets through. */
export class WorkflowLog {
  /** What a command prints goes to the log, where none of it is taken for an order to the runner. */
  readonly terminal: Terminal = {
    paint: PLAIN,
    columns: COLUMNS,
    interactive: false,
    out: text,
    err: text,
    tell: text,
    bar: () => false,
    confirm: () => Promise.resolve(false),
  };

  /** Tells something that is no reason to fail. */
  warn(message: string): void {
    core.warning(clean(message));
  }

  /** Tells something that is as it should be. */
  note(message: string): void {
    core.notice(clean(message));
  }

  annotate(annotations: readonly Annotation[]): void {
    const tell = { error: core.error, warning: core.warning, notice: core.notice };
    for (const { level, file, line, column, title, message } of annotations) {
      tell[level](clean(message), {
        ...{ file: withoutSecrets(file), startLine: line, title: clean(title) },
        ...(column !== undefined && { startColumn: column }),
      });
    }
  }

  /** Says on the page of the run why there is nothing else on it. */
  async endEarly(ending: Ending): Promise<Ending> {
    await this.summarize(`**campaign-reconciler** ended early. ${prose(ending.message)}\n`);
    return ending;
  }

  /** Markdown for the page of the run. Where that can't be written the step still goes on. */
  async summarize(markdown: string): Promise<void> {
    try {
      await core.summary.addRaw(withoutSecrets(markdown), true).write();
    } catch (error) {
      this.warn(
        `The job summary can't be written: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}

function clean(message: string): string {
  return visibleText(withoutSecrets(message));
}

/** Between the two lines the runner takes no line for a command, whatever a campaign's text says. */
function text(said: string): void {
  if (said === '') return;
  const token = randomUUID();
  const end = said.endsWith('\n') ? '' : '\n';
  process.stdout.write(`::stop-commands::${token}\n${visibleText(withoutSecrets(said))}${end}::${token}::\n`);
}
