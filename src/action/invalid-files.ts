import type { Phrase } from '../messages/phrase.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { annotationsOf } from '../render/documents/annotations.ts';
import { diagnosticsMarkdown } from '../render/markdown/diagnostics-markdown.ts';
import { SUMMARY_LIMIT } from '../render/markdown/fit-blocks.ts';
import { addressAt } from './links.ts';
import type { ActionContext } from './context.ts';

/** Shows the mistakes in the files next to their lines and, under a headline, in the job summary. */
export async function reportDiagnostics(
  job: ActionContext,
  headline: Phrase,
  diagnostics: readonly Diagnostic[],
): Promise<void> {
  job.log.annotate(annotationsOf({ diagnostics }));
  const options = { headline, addressOf: addressOfFiles(job), limit: SUMMARY_LIMIT };
  await job.log.summarize(diagnosticsMarkdown(diagnostics, options));
}

/** Links to lines of the files that this run has checked out. */
export function addressOfFiles(job: ActionContext) {
  const { trigger } = job.github;
  return addressAt(
    job,
    trigger.kind === 'pull-request' ? trigger.head : (job.session.environment.GITHUB_SHA ?? 'HEAD'),
  );
}
