import { correctedLines } from '../app/correct-files.ts';
import type { Context } from '../app/context.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { suggestionComment, SUGGESTIONS_INTRODUCTION } from '../render/markdown/suggestion-comment.ts';
import type { CodeHost, LineComment } from './code-host.ts';
import { postToCodeHost } from './post-to-code-host.ts';
import type { ActionContext } from './context.ts';

/** The maximum number of suggestions in one review: more mistakes of a kind are better corrected with one command. */
const SUGGESTIONS_AT_MOST = 30;

/**
 * Suggests the corrections that are certain on the lines of the pull request, where a user accepts them with a click.
 * Each is suggested once, whatever happened to it, and only on a line of the diff that still has the text that was
 * checked.
 */
export async function suggestCorrections(
  job: ActionContext,
  context: Context,
  diagnostics: readonly Diagnostic[],
): Promise<void> {
  const { trigger, repository } = job.github;
  const corrections = correctedLines(context, diagnostics);
  if (trigger.kind !== 'pull-request' || trigger.merged || corrections.length === 0) return;
  // The token of a pull request from a fork has no write permission.
  if (trigger.headRepository !== repository) return;
  await postToCodeHost(job, 'suggestions', async (api) => {
    const shown = await api.diffLines(trigger.number);
    const inDiff = corrections.filter(({ file, line, was }) => shown.get(file)?.get(line) === was);
    const comments = inDiff.map(({ file, line, was, put, diagnostics: about }): LineComment => ({
      path: file,
      line,
      body: suggestionComment({
        was,
        put,
        diagnostics: about,
        tag: context.digest(`${file}\n${was}\n${put}`),
      }),
    }));
    const fresh = (await withoutOffered(api, trigger.number, comments)).slice(0, SUGGESTIONS_AT_MOST);
    if (fresh.length === 0) return;
    const body = job.session.secrets.redact(SUGGESTIONS_INTRODUCTION);
    await api.createReview(trigger.number, { commit: trigger.head, body, comments: fresh });
  });
}

/** A suggestion that was accepted, rejected or resolved is not made again. Only our own comments count. */
async function withoutOffered(
  api: CodeHost,
  pull: number,
  comments: readonly LineComment[],
): Promise<readonly LineComment[]> {
  if (comments.length === 0) return [];
  const known = await api.lineComments(pull);
  const self = known.every(({ author }) => author.isBot) ? undefined : await api.login();
  const own = known.filter(({ author }) => author.isBot || author.login === self);
  const offered = new Set(own.map(({ body }) => lastLine(body)));
  return comments.filter(({ body }) => !offered.has(lastLine(body)));
}

function lastLine(body: string): string {
  return body.trimEnd().split(/\r?\n/).at(-1) ?? '';
}
