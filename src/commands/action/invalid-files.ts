import type { Diagnostic } from '../../model/diagnostic.ts';
import { diagnosticsMarkdown } from '../../report/diagnostics-markdown.ts';
import { COMMENT_ROOM, SUMMARY_ROOM } from '../../report/fit-blocks.ts';
import { keepComment } from '../../github/sticky-comment.ts';
import { withoutSecrets } from '../secrets.ts';
import { addressAt, tellGitHub, type ActionGround } from './ground.ts';

/** What is wrong with files, for the page of the run. */
export function invalidSummary(
  ground: ActionGround,
  headline: string,
  diagnostics: readonly Diagnostic[],
): string {
  return diagnosticsMarkdown(diagnostics, { headline, addressOf: addressOf(ground), room: SUMMARY_ROOM });
}

/** The same in the place of a plan, where there is a pull request: what an earlier plan showed can't be approved any more. */
export async function tellInvalid(
  ground: ActionGround,
  { workspace, diagnostics }: { readonly workspace: string; readonly diagnostics: readonly Diagnostic[] },
): Promise<void> {
  const { inputs, around, log } = ground;
  const headline =
    'The campaign files have errors, so nothing was planned, and merging this would apply nothing.';
  await log.summarize(invalidSummary(ground, headline, diagnostics));
  const { trigger } = around;
  if (trigger.kind !== 'pull-request' || inputs.comment === 'never' || inputs.command !== 'plan') return;
  const body = diagnosticsMarkdown(diagnostics, {
    headline,
    addressOf: addressOf(ground),
    room: COMMENT_ROOM,
  });
  await tellGitHub(ground, `The errors could not be written on #${trigger.number}`, (api) =>
    keepComment(api, trigger.number, { name: { purpose: 'plan', workspace }, body: withoutSecrets(body) }),
  );
}

function addressOf(ground: ActionGround) {
  const { trigger } = ground.around;
  return addressAt(
    ground,
    trigger.kind === 'pull-request' ? trigger.head : (process.env.GITHUB_SHA ?? 'HEAD'),
  );
}
