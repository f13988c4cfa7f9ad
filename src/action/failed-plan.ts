import { resolve } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import { commentParts } from '../review/comment-text.ts';
import { escapeMarkdown } from '../render/markdown/escape-markdown.ts';
import { diagnosticsMarkdown } from '../render/markdown/diagnostics-markdown.ts';
import { COMMENT_LIMIT, limitWithout } from '../render/markdown/fit-blocks.ts';
import {
  findComments,
  tagLength,
  upsertComments,
  type StickyComment,
  type StickyName,
} from './github/sticky-comment.ts';
import type { Trigger } from './github/event.ts';
import { postToGitHub, runFootnotes, withoutRun, type ActionContext } from './context.ts';
import { addressOfFiles } from './invalid-files.ts';
import { resolveWorkspace } from '../app/reading/resolve-workspace.ts';
import { signedIn } from './plan-comments.ts';
import { postPlanStatus } from './plan-status.ts';
import { supersededReason } from './superseded-comment.ts';

/** Why the newest commit of a pull request could not be planned. */
export interface PlanFailure {
  /** A sentence, as plain text. */
  readonly message: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reports on the pull request that its newest commit could not be planned, and why. An earlier plan is collapsed below,
 * without its marker, so that it can no longer be approved. Returns the address of the comment.
 */
export async function postFailedPlan(step: ActionContext, failure: PlanFailure): Promise<string | undefined> {
  const { inputs, github, log } = step;
  const { trigger } = github;
  if (trigger.kind === 'branch' || inputs.command !== 'plan') return undefined;
  const place = await resolveWorkspace(step.session, {
    directory: resolve(step.github.workFolder, step.inputs.directory),
    workspace: step.inputs.workspace,
    base: step.github.trigger.kind === 'branch' ? undefined : step.github.trigger.base.ref,
  });
  if (!place) {
    log.warn(
      'The failure could not be reported on the pull request because the workspace is unknown. Set the input workspace.',
    );
    return undefined;
  }
  if (trigger.kind === 'pull-request') {
    const superseded = await supersededReason(step, trigger);
    if (superseded !== undefined) {
      log.note(superseded);
      return undefined;
    }
  }
  const url = await postComment(step, { ...place, failure, trigger });
  await postPlanStatus(step, place.workspace, {
    head: trigger.head,
    failure: failure.message,
    url: url ?? github.page,
  });
  return url;
}

async function postComment(
  step: ActionContext,
  place: {
    readonly workspace: string;
    readonly folder: string;
    readonly failure: PlanFailure;
    readonly trigger: Exclude<Trigger, { kind: 'branch' }>;
  },
): Promise<string | undefined> {
  const { trigger, workspace, folder } = place;
  if (trigger.kind !== 'pull-request' || step.inputs.comment === 'never') return undefined;
  const { number } = trigger;
  const name: StickyName = { purpose: 'plan', workspace, folder };
  const kept = await postToGitHub(step, `The failure could not be reported on #${number}`, async (api) => {
    const found = await findComments(api, number, name);
    // The plan of this same commit is still valid and may already be reviewed: a failed second run doesn't replace it.
    if (found.some((one) => signedIn(step, one)?.head === trigger.head)) return undefined;
    const text = failureText(step, { ...place, trigger, name });
    const body = `\n${text}${oldPlan(found, COMMENT_LIMIT.atMost - text.length - tagLength(name))}`;
    return upsertComments(api, number, { name, bodies: [body], found, essence: withoutRun });
  });
  return kept?.url;
}

function failureText(
  step: ActionContext,
  {
    failure,
    trigger,
    name,
  }: {
    readonly failure: PlanFailure;
    readonly trigger: Extract<Trigger, { kind: 'pull-request' }>;
    readonly name: StickyName;
  },
): string {
  const commit = trigger.head.slice(0, 7);
  const text = diagnosticsMarkdown(failure.diagnostics, {
    headline: `The newest commit (${commit}) could not be planned: ${failure.message}`,
    addressOf: addressOfFiles(step),
    footnotes: [
      `Campaigns · ${escapeMarkdown(name.workspace)}`,
      commit,
      ...runFootnotes(step, step.session.clock.now()),
      escapeMarkdown('merging this applies nothing'),
    ],
    limit: limitWithout(COMMENT_LIMIT, tagLength(name)),
  });
  return step.session.secrets.redact(text);
}

const FOLD = '\n<details><summary>The last plan, which can no longer be approved</summary>\n\n';

/** The earlier plan in the comment, collapsed. A comment that already reports a failed plan keeps its collapsed one. */
function oldPlan(found: readonly StickyComment[], limit: number): string {
  const body = found.findLast(({ part }) => part === 1)?.body;
  if (body === undefined) return '';
  const { marker, visible } = commentParts(body);
  const at = visible.indexOf(FOLD.trim());
  const old = marker === '' && at === -1 ? '' : at === -1 ? visible : visible.slice(at + FOLD.trim().length);
  const text = old.replace(/<\/details>\s*$/, at === -1 ? '$&' : '').trim();
  if (text === '' || text.length + FOLD.length + 20 > limit) return '';
  return `${FOLD}${text}\n\n</details>\n`;
}
