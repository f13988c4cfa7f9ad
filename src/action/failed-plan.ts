import { resolve } from 'node:path';
import { locateWorkspace } from '../app/context.ts';
import { COMMENT } from '../messages/comment-messages.ts';
import { planNotice, stepFailure, stepNotice } from '../messages/catalog/steps.ts';
import { plainTextOnGitHub } from '../messages/phrase.ts';
import type { StepFailure } from '../model/action-reasons.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { diagnosticsMarkdown } from '../render/markdown/diagnostics-markdown.ts';
import { escapeMarkdown, phraseMarkdown } from '../render/markdown/escape-markdown.ts';
import { COMMENT_LIMIT, limitWithout } from '../render/markdown/blocks.ts';
import { commentParts } from '../review/marker.ts';
import { type ActionContext, runFootnotes, addressOfFiles } from './context.ts';
import { signedContents, superseded } from './post-plan.ts';
import {
  postStatus,
  postComments,
  tagLength,
  type StickyComment,
  type StickyName,
} from './sticky-comment.ts';
import type { PullRequest } from './trigger.ts';

/** Why the newest commit of a pull request could not be planned. */
interface PlanFailure {
  readonly why: StepFailure;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reports on the pull request that its newest commit could not be planned, and why. An earlier plan is collapsed below,
 * without its marker, so that it can no longer be approved. Returns the address of the comment.
 */
export async function postFailedPlan(job: ActionContext, failure: PlanFailure): Promise<string | undefined> {
  const { inputs, github, log } = job;
  const { trigger } = github;
  if (trigger.kind === 'branch' || inputs.command !== 'plan') return undefined;
  const pull = trigger.kind === 'pull-request' ? trigger : undefined;
  const directory = resolve(github.workFolder, inputs.directory);
  const asked = { named: inputs.workspace, base: trigger.base.ref };
  const place = await locateWorkspace(job.session, directory, asked);
  const newer = place && pull && (await superseded(job, pull));
  if (!place) log.warn(stepNotice({ code: 'failure-not-reported' }));
  if (newer) log.note(planNotice(newer));
  if (!place || newer) return undefined;
  const url = pull && inputs.comment !== 'never' ? await postComment(job, pull, place, failure) : undefined;
  await postStatus(job, trigger.head, {
    state: 'failure',
    context: `campaigns/${place.workspace}/plan`,
    description: plainTextOnGitHub(stepFailure(failure.why)),
    url: url ?? github.page,
  });
  return url;
}

function postComment(
  job: ActionContext,
  { number: pull, head }: PullRequest,
  place: Omit<StickyName, 'purpose'>,
  { why, diagnostics }: PlanFailure,
): Promise<string | undefined> {
  const name: StickyName = { purpose: 'plan', ...place };
  const commit = head.slice(0, 7);
  const text = diagnosticsMarkdown(diagnostics, {
    headline: COMMENT.failedPlan(commit, why),
    addressOf: addressOfFiles(job),
    footnotes: [
      `Campaigns · ${escapeMarkdown(name.workspace)}`,
      commit,
      ...runFootnotes(job),
      phraseMarkdown(COMMENT.appliesNothing),
    ],
    limit: limitWithout(COMMENT_LIMIT, tagLength(name)),
  });
  const shown = job.session.secrets.redact(text);
  return postComments(job, { what: 'failed-plan', pull, name }, (found) => {
    // The plan of this same commit is still valid and may already be reviewed: a failed second run doesn't replace it.
    if (found.some((one) => signedContents(job, one)?.head === head)) return undefined;
    const old = oldPlan(found, COMMENT_LIMIT.atMost - shown.length - tagLength(name));
    return { bodies: [`\n${shown}${old}`], replaced: found };
  });
}

/** Begins the earlier plan in a comment. The tag is invisible, and the same whatever the words. */
const FOLD_TAG = '<!-- campaigns-old-plan -->';
const FOLD = `\n<details><summary>${phraseMarkdown(COMMENT.oldPlan)}</summary>${FOLD_TAG}\n\n`;

/** The earlier plan in the comment, collapsed. A comment that already reports a failed plan keeps its collapsed one. */
function oldPlan(found: readonly StickyComment[], limit: number): string {
  const body = found.findLast(({ part }) => part === 1)?.body;
  if (body === undefined) return '';
  const { marker, visible } = commentParts(body);
  const at = visible.indexOf(FOLD_TAG);
  const old = marker === '' && at === -1 ? '' : at === -1 ? visible : visible.slice(at + FOLD_TAG.length);
  const text = old.replace(/<\/details>\s*$/, at === -1 ? '$&' : '').trim();
  if (text === '' || text.length + FOLD.length + 20 > limit) return '';
  return `${FOLD}${text}\n\n</details>\n`;
}
