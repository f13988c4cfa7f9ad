import { resolve } from 'node:path';
import {
  describeFailedPlan,
  MERGING_APPLIES_NOTHING,
  OLD_PLAN,
} from '../messages/action-messages/comment-phrases.ts';
import { planNotice } from '../messages/catalog/plan-notices.ts';
import { stepFailure, stepNotice } from '../messages/catalog/steps.ts';
import type { StepFailure } from '../model/action-reasons.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { commentParts } from '../review/comment-text.ts';
import { escapeMarkdown, phraseMarkdown } from '../render/markdown/escape-markdown.ts';
import { diagnosticsMarkdown } from '../render/markdown/diagnostics-markdown.ts';
import { COMMENT_LIMIT, limitWithout } from '../render/markdown/fit-blocks.ts';
import {
  findComments,
  tagLength,
  upsertComments,
  type StickyComment,
  type StickyName,
} from './sticky-comment.ts';
import type { Trigger } from './trigger.ts';
import { postToCodeHost } from './post-to-code-host.ts';
import { runFootnotes, withoutRun } from './run-footnotes.ts';
import type { ActionContext } from './context.ts';
import { addressOfFiles } from './invalid-files.ts';
import { resolveWorkspace } from '../app/reading/resolve-workspace.ts';
import { signedContents } from './post-plan.ts';
import { postPlanStatus } from './commit-status.ts';
import { supersededComment } from './superseded-comment.ts';

/** Why the newest commit of a pull request could not be planned. */
export interface PlanFailure {
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
  const place = await resolveWorkspace(job.session, {
    directory: resolve(job.github.workFolder, job.inputs.directory),
    workspace: job.inputs.workspace,
    base: job.github.trigger.kind === 'branch' ? undefined : job.github.trigger.base.ref,
  });
  if (!place) {
    log.warn(stepNotice({ code: 'failure-not-reported' }));
    return undefined;
  }
  if (trigger.kind === 'pull-request') {
    const superseded = await supersededComment(job, trigger);
    if (superseded !== undefined) {
      log.note(planNotice(superseded));
      return undefined;
    }
  }
  const url = await postComment(job, { ...place, failure, trigger });
  await postPlanStatus(job, place.workspace, {
    head: trigger.head,
    state: 'failure',
    description: stepFailure(failure.why),
    url: url ?? github.page,
  });
  return url;
}

async function postComment(
  job: ActionContext,
  place: {
    readonly workspace: string;
    readonly folder: string;
    readonly failure: PlanFailure;
    readonly trigger: Exclude<Trigger, { kind: 'branch' }>;
  },
): Promise<string | undefined> {
  const { trigger, workspace, folder } = place;
  if (trigger.kind !== 'pull-request' || job.inputs.comment === 'never') return undefined;
  const { number } = trigger;
  const name: StickyName = { purpose: 'plan', workspace, folder };
  const kept = await postToCodeHost(job, ['failed-plan', `#${number}`], async (api) => {
    const found = await findComments(api, number, name);
    // The plan of this same commit is still valid and may already be reviewed: a failed second run doesn't replace it.
    if (found.some((one) => signedContents(job, one)?.head === trigger.head)) return undefined;
    const text = failureText(job, { ...place, trigger, name });
    const body = `\n${text}${oldPlan(found, COMMENT_LIMIT.atMost - text.length - tagLength(name))}`;
    return upsertComments(api, number, { name, bodies: [body], found, essence: withoutRun });
  });
  return kept?.url;
}

function failureText(
  job: ActionContext,
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
    headline: describeFailedPlan(commit, failure.why),
    addressOf: addressOfFiles(job),
    footnotes: [
      `Campaigns · ${escapeMarkdown(name.workspace)}`,
      commit,
      ...runFootnotes(job, job.session.clock.now()),
      phraseMarkdown(MERGING_APPLIES_NOTHING),
    ],
    limit: limitWithout(COMMENT_LIMIT, tagLength(name)),
  });
  return job.session.secrets.redact(text);
}

/** Begins the earlier plan in a comment. The tag is invisible, and the same whatever the words. */
const FOLD_TAG = '<!-- campaigns-old-plan -->';
const FOLD = `\n<details><summary>${phraseMarkdown(OLD_PLAN)}</summary>${FOLD_TAG}\n\n`;

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
