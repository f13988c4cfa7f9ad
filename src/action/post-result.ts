import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from '../model/plan.ts';
import type { Result } from '../model/result.ts';
import { COMMENT_ROOM, roomWithout, SUMMARY_ROOM } from '../render/markdown/fit-blocks.ts';
import { resultComment, type ApplyReport } from '../render/markdown/result-comment.ts';
import { headline } from '../render/view/result-sentence.ts';
import { findComments, tagLength, upsertComments, type StickyName } from './github/sticky-comment.ts';
import type { Context } from '../app/context.ts';
import type { Ending } from './conclusion.ts';
import { addressAt, runFootnotes, postToGitHub, type ActionGround } from './context.ts';
import { applyCalls } from './apply-calls.ts';
import { invalidSummary } from './invalid-files.ts';
import type { ReviewReport } from './review-report.ts';

interface Told {
  readonly context: Context;
  readonly branch: string;
  readonly report: ReviewReport;
  readonly ending: Ending;
  readonly result: Result;
  readonly plan: Plan | undefined;
}

/** Tells what an apply did on the page of the run, on the pull requests that it is about, and on the commit. */
export async function tellResult(ground: ActionGround, told: Told): Promise<string | undefined> {
  const { inputs, around, log } = ground;
  const { context, branch, report: review, ending, result, plan } = told;
  const name: StickyName = { purpose: 'result', workspace: result.workspace, folder: context.folder.path };
  const head = (await context.repository.head()) ?? branch;
  const hasWorkflow = (path: string) => existsSync(join(context.repository.root, path));
  const report: ApplyReport = {
    ...{ result, plan, reviewed: inputs.reviewed, outcome: ending.outcome },
    blocked: review.blocked(),
    pending: new Set(review.pending('old').map(({ key }) => key)),
    reviewedIn: [...review.approving].sort((left, right) => left - right),
    ...applyCalls({ ...ground, hasWorkflow }, { branch, result, plan }),
    ...(isUntried(ground, ending) && { tried: 'nothing' }),
  };
  const options = {
    addressOf: addressAt(ground, head),
    footnotes: runFootnotes(ground, context.clock.now()),
    notices: [...reasonOf(told), ...review.unverified.map(unverifiedWords)],
    marker: '',
  };
  await log.summarize(resultComment(report, { ...options, room: SUMMARY_ROOM }));
  if (ending.diagnostics) await log.summarize(invalidSummary(ground, INVALID, ending.diagnostics));
  await postToGitHub(ground, `The status of ${head.slice(0, 7)} could not be set`, (api) =>
    api.setStatus(head, {
      state: ending.failureReason === undefined ? 'success' : 'failure',
      context: `campaigns/${result.workspace}`,
      description: ground.session.secrets.redact(headline(report)),
      url: around.page,
    }),
  );
  const body = resultComment(report, {
    ...options,
    room: roomWithout(COMMENT_ROOM, tagLength(name)),
    ...(around.page !== null && { wholeAt: around.page }),
  });
  return inputs.comment === 'never' || ending.outcome === 'superseded'
    ? undefined
    : tellPulls(ground, { pulls: review.pulls, name }, ground.session.secrets.redact(body));
}

/** Pull requests that one run tells its result, at most: the summary has it for all. */
const PULLS_AT_MOST = 20;

async function tellPulls(
  ground: ActionGround,
  { pulls, name }: { readonly pulls: ReadonlySet<number>; readonly name: StickyName },
  body: string,
): Promise<string | undefined> {
  let address: string | undefined;
  const newest = [...pulls].sort((left, right) => right - left).slice(0, PULLS_AT_MOST);
  for (const pull of newest.reverse()) {
    const kept = await postToGitHub(ground, `The result could not be written on #${pull}`, async (api) => {
      const found = await findComments(api, pull, name, await api.knownComments(pull));
      return upsertComments(api, pull, { name, bodies: [body], found });
    });
    address = kept?.url ?? address;
  }
  return address;
}

const INVALID = 'What is wrong with the campaign files:';

/** Ended before anything was sent: by what the step was given, or since nobody could say what was reviewed. */
function isUntried({ inputs }: ActionGround, { failureReason, outcome, isUntried }: Ending): boolean {
  if (isUntried) return true;
  if (failureReason === 'credential') return inputs.apiKey === '';
  return outcome === 'invalid' || failureReason === 'usage' || failureReason === 'github';
}

/** Why nothing was tried at all. */
function reasonOf({ ending, plan }: Told): string[] {
  return plan === undefined && ending.message !== '' ? [ending.message] : [];
}

function unverifiedWords(pull: number): string {
  return `What #${pull} approved no longer counts: its signature does not match this review key.`;
}
