import type { Phrase } from '../messages/phrase.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { diagnosticsMarkdown } from '../render/markdown/diagnostics-markdown.ts';
import { SUMMARY_LIMIT } from '../render/markdown/fit-blocks.ts';
import { addressAt } from './links.ts';
import type { ActionContext } from './context.ts';

/** The mistakes in the files, for the job summary. */
export function invalidSummary(
  job: ActionContext,
  headline: Phrase,
  diagnostics: readonly Diagnostic[],
): string {
  return diagnosticsMarkdown(diagnostics, {
    headline,
    addressOf: addressOfFiles(job),
    limit: SUMMARY_LIMIT,
  });
}

/** Links to lines of the files that this run has checked out. */
export function addressOfFiles(job: ActionContext) {
  const { trigger } = job.github;
  return addressAt(
    job,
    trigger.kind === 'pull-request' ? trigger.head : (job.session.environment.GITHUB_SHA ?? 'HEAD'),
  );
}
