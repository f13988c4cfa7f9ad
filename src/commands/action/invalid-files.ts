import type { Diagnostic } from '../../model/diagnostic.ts';
import { diagnosticsMarkdown } from '../../report/markdown/diagnostics-markdown.ts';
import { COMMENT_ROOM, roomWithout, SUMMARY_ROOM } from '../../report/markdown/fit-blocks.ts';
import { keepComment, tagLength } from '../../github/sticky-comment.ts';
import { addressAt, runFootnotes, tellGitHub, withoutRun, type ActionGround } from './ground.ts';
import { lateWords } from './late-plan.ts';
import { namedWorkspace } from './named-workspace.ts';

/** What is wrong with files, for the page of the run. */
export function invalidSummary(
  ground: ActionGround,
  headline: string,
  diagnostics: readonly Diagnostic[],
): string {
  return diagnosticsMarkdown(diagnostics, { headline, addressOf: addressOf(ground), room: SUMMARY_ROOM });
}

/**
 * The same in the place of a plan, where there is a pull request: what an earlier plan showed can't be approved any more.
 * Answers where it can be read.
 */
export async function tellInvalid(
  ground: ActionGround,
  diagnostics: readonly Diagnostic[],
): Promise<string | undefined> {
  const { inputs, around, log } = ground;
  await log.summarize(invalidSummary(ground, HEADLINE, diagnostics));
  const { trigger } = around;
  if (trigger.kind !== 'pull-request' || inputs.comment === 'never' || inputs.command !== 'plan')
    return undefined;
  const late = await lateWords(ground, trigger);
  if (late !== undefined) {
    log.note(late);
    return undefined;
  }
  const workspace = await namedWorkspace(ground);
  if (workspace === undefined) {
    log.warn(
      `The errors are not on #${trigger.number}: nobody can tell which workspace they are of. Name it with the input workspace.`,
    );
    return undefined;
  }
  const name = { purpose: 'plan', workspace } as const;
  const body = diagnosticsMarkdown(diagnostics, {
    title: `Campaigns · ${workspace}`,
    headline: HEADLINE,
    addressOf: addressOf(ground),
    footnotes: [trigger.head.slice(0, 7), ...runFootnotes(ground, ground.session.clock.now())],
    room: roomWithout(COMMENT_ROOM, tagLength(name)),
  });
  const kept = await tellGitHub(ground, `The errors could not be written on #${trigger.number}`, (api) =>
    keepComment(api, trigger.number, {
      name,
      body: ground.session.secrets.redact(body),
      essence: withoutRun,
    }),
  );
  return kept?.url;
}

const HEADLINE =
  'The campaign files have errors, so nothing was planned, and merging this would apply nothing.';

function addressOf(ground: ActionGround) {
  const { trigger } = ground.around;
  return addressAt(
    ground,
    trigger.kind === 'pull-request' ? trigger.head : (ground.session.environment.GITHUB_SHA ?? 'HEAD'),
  );
}
