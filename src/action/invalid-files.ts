import type { Diagnostic } from '../model/diagnostic.ts';
import { diagnosticsMarkdown } from '../render/markdown/diagnostics-markdown.ts';
import { SUMMARY_ROOM } from '../render/markdown/fit-blocks.ts';
import { addressAt, type ActionGround } from './context.ts';

/** What is wrong with files, for the page of the run. */
export function invalidSummary(
  ground: ActionGround,
  headline: string,
  diagnostics: readonly Diagnostic[],
): string {
  return diagnosticsMarkdown(diagnostics, {
    headline,
    addressOf: addressOfFiles(ground),
    room: SUMMARY_ROOM,
  });
}

/** Links to lines of the files that this run has checked out. */
export function addressOfFiles(ground: ActionGround) {
  const { trigger } = ground.around;
  return addressAt(
    ground,
    trigger.kind === 'pull-request' ? trigger.head : (ground.session.environment.GITHUB_SHA ?? 'HEAD'),
  );
}
