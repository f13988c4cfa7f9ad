import { badOption } from '../app/process/user-failure.ts';
import { openCampaigns, type OpenCampaigns } from '../app/reading/load-files.ts';
import { withService } from '../app/service.ts';
import { changedTests, sendPrepared, type PendingTest } from '../app/test-send.ts';
import { stepFailure, stepNotice } from '../messages/catalog/steps.ts';
import { TEST } from '../messages/comment-messages.ts';
import type { CodeHostProblem, TestObstacle, TestSkip } from '../model/action-reasons.ts';
import { chunks } from '../model/grouping.ts';
import type { RefusalCause } from '../model/reasons.ts';
import { isSent, TEST_LABEL, type MessageTest, type TestOutcome } from '../model/test-send.ts';
import { COMMENT_LIMIT, limitWithout, SUMMARY_LIMIT, type TextLimit } from '../render/markdown/blocks.ts';
import { testComment } from '../render/markdown/test-comment.ts';
import { testText } from '../render/text/test-text.ts';
import { failed, succeeded, type Conclusion, type FailureReason, type Outputs } from './conclusion.ts';
import { addressAt, openStep, runFootnotes, type ActionContext } from './context.ts';
import { CodeHostFailure } from './github/resources.ts';
import { planBasis, type PlanBasis } from './pull-basis.ts';
import { postToCodeHost, reviewPlace } from './sticky-comment.ts';
import { TestComment, type Progress } from './test-comment.ts';
import { unusable, type PullRequest } from './trigger.ts';
import { LOG_LAYOUT } from './workflow-log.ts';

// A label on a pull request sends the messages that it changes to a few people, once for each head commit. A label is easily
// set twice, and a run is easily started again, so a comment keeps for which commits messages were sent. It is written before
// the first message and after every few of them. A run that finds the commit there sends nothing, whatever became of the run
// that wrote it.

/** Sends the messages that a pull request changes to the recipients that its base branch names. */
export async function testSendStep(job: ActionContext): Promise<Conclusion> {
  const { trigger, repository } = job.github;
  if (trigger.kind !== 'pull-request') throw unusable({ why: 'no-pull-request' });
  const named = { workspace: job.inputs.workspace ?? '', commit: trigger.head };
  const skipped = (why: TestSkip) => skip(job, { ...named, why });
  // Whatever else such a run could read or be given.
  if (trigger.headRepository !== repository) return skipped('fork');
  if (trigger.label !== TEST_LABEL) return skipped('not-labeled');
  if (trigger.merged) return skipped('merged');
  if (job.inputs.reviewKey === '') throw badOption('review-key', { why: 'missing' });
  const files = await openCampaigns(await openStep(job));
  const basis = await planBasis({ ...files, named: job.inputs.workspace }, trigger);
  const obstacle = obstacleIn(basis);
  if (obstacle) return refuse(job, obstacle);
  const tests = await changedTests(files, {
    only: job.inputs.only,
    since: basis.changedSince ?? '',
    // Whoever edits files in a pull request must not choose who gets messages.
    recipients: basis.former?.testRecipients ?? [],
  });
  return withService(files, (service) => {
    const send = (test: PendingTest) => sendPrepared(service, files, { files, ...test, recipients: test });
    return sendMarked(job, { send, files, trigger, tests });
  });
}

function obstacleIn({ keyWithheld, checkout, changedSince }: PlanBasis): TestObstacle | undefined {
  if (keyWithheld) return keyWithheld;
  if (checkout === 'of-something-else') return { code: 'not-newest-commit' };
  return changedSince === undefined ? { code: 'no-common-history' } : undefined;
}

function refuse(job: ActionContext, obstacle: TestObstacle): Promise<Conclusion> {
  return job.log.endEarly(failed('failed', 'changes-failed', { code: 'test-refused', obstacle }));
}

async function skip(
  { log }: ActionContext,
  about: { readonly why: TestSkip; readonly workspace: string; readonly commit: string },
  outputs: Outputs = {},
): Promise<Conclusion> {
  const why = { code: 'test-skipped', ...about } as const;
  log.note(stepFailure(why));
  return log.endEarly({ ...succeeded('skipped', outputs), why });
}

interface Work {
  /** Sends one of them, once. */
  readonly send: (test: PendingTest) => Promise<TestOutcome>;
  readonly files: OpenCampaigns;
  readonly trigger: PullRequest;
  readonly tests: readonly PendingTest[];
}

/** Sends the tests if a comment can keep that, and no run has begun to send those of this commit. */
async function sendMarked(job: ActionContext, work: Work): Promise<Conclusion> {
  const { files, trigger, tests } = work;
  const { context, workspace } = files;
  const { head, number: pull, base } = trigger;
  const named = { workspace: workspace.name, commit: head };
  try {
    if (!job.api) throw new CodeHostFailure({ code: 'no-token' });
    const { repository, folder } = await reviewPlace(job, context, { ...named, base: base.ref });
    const place = { repository, folder, workspace: workspace.name, pull };
    const asked = { api: job.api, place, run: context.chance.uuid() };
    const comment = await TestComment.open(job, asked);
    if (!comment) return await refuse(job, { code: 'mark-unreadable' });
    const note = async (why: TestSkip, notice = stepFailure({ code: 'test-skipped', why, ...named })) => {
      await postToCodeHost(job, { what: 'test-comment', at: `#${pull}` }, () => comment.note(notice));
      return skip(job, { ...named, why }, { 'comment-url': comment.url ?? '' });
    };
    const before = comment.of(head);
    const { sending = [], waiting = [] } = before ?? {};
    if (before)
      return await note('sent-before', sending.length > 0 ? TEST.interrupted(sending, waiting) : undefined);
    if (tests.length === 0) return await note('nothing-changed');
    if (tests.every(isForNobody)) return await note('no-recipients');
    const run = new TestRun(job, work, comment);
    const first = run.batches.length === 0 ? true : await comment.claim(head, run.text(), run.progress());
    return first
      ? await run.send()
      : await skip(job, { ...named, why: 'sent-before' }, { 'comment-url': comment.url ?? '' });
  } catch (error) {
    if (!(error instanceof CodeHostFailure)) throw error;
    return job.log.endEarly(failed('failed', 'github', { code: 'test-not-marked', problem: error.problem }));
  }
}

function isForNobody({ outcome }: MessageTest): boolean {
  return (
    typeof outcome === 'object' && outcome.kind === 'failed' && outcome.cause.code === 'no-test-recipients'
  );
}

/** How often the comment is written while tests are sent. GitHub wants a second between two writes. */
const WRITES_AT_MOST = 15;

/** Causes for which no other test can be sent either. Nothing of the test was sent. */
const ENDING: Readonly<Partial<Record<RefusalCause['code'], FailureReason>>> = {
  'credential-refused': 'credential',
  'service-unreachable': 'unreachable',
  'wrong-address': 'unreachable',
  'test-limited': 'changes-failed',
};

/** The sending of the tests of one commit. */
class TestRun {
  /** What is sent between two writes of the comment. */
  readonly batches: readonly (readonly PendingTest[])[];
  private readonly job: ActionContext;
  private readonly work: Work;
  private readonly comment: TestComment;
  private readonly outcomes = new Map<PendingTest, TestOutcome>();
  private at = 0;

  constructor(job: ActionContext, work: Work, comment: TestComment) {
    this.job = job;
    this.work = work;
    this.comment = comment;
    const queue = work.tests.filter(({ outcome }) => outcome === 'waiting');
    this.batches = chunks(queue, Math.max(1, Math.ceil(queue.length / WRITES_AT_MOST)));
  }

  /** The campaigns that are sent before the comment is written again, and those after them. */
  progress(): Progress {
    const keys = (tests: readonly PendingTest[]) => [...new Set(tests.map(({ key }) => key))];
    const [sending = [], ...rest] = this.batches.slice(this.at);
    return { sending: keys(sending), waiting: keys(rest.flat()) };
  }

  /** What is known so far, as a comment. */
  text(limit: TextLimit = ROOM): string {
    const { job, work } = this;
    const { head: commit } = work.trigger;
    const options = { addressOf: addressAt(job, commit), footnotes: runFootnotes(job), limit };
    const { page: wholeAt } = job.github;
    const workspace = work.files.workspace.name;
    return testComment(
      { workspace, commit, tests: this.tests() },
      { ...options, ...(wholeAt !== null && { wholeAt }) },
    );
  }

  /** Sends all of it; ends early if the service can't be used, or the comment can't be written. */
  async send(): Promise<Conclusion> {
    const problem = await this.sendBatches();
    for (const test of this.batches.flat()) if (!this.outcomes.has(test)) this.outcomes.set(test, NOT_TRIED);
    this.at = this.batches.length;
    const { job, comment, work } = this;
    const tests = this.tests();
    const { head, number: pull } = work.trigger;
    const ending = [...this.outcomes.values()].find(isEnding);
    // If surely nothing was sent, the same commit may be tested when the cause is gone.
    const isUnsent = ending !== undefined && [...this.outcomes.values()].every(isUnsentOutcome);
    const change = { ...this.progress(), ...(isUnsent && { released: head }) };
    const posted = { what: 'test-comment', at: `#${pull}` } as const;
    await postToCodeHost(job, posted, async () => {
      await comment.update(this.text(), change);
      await comment.replaceOlder();
    });
    for (const test of tests) job.log.print(testText(test, work.files.workspace.name, LOG_LAYOUT));
    await job.log.summarize(this.text(SUMMARY_LIMIT));
    const outputs = { 'comment-url': comment.url ?? '' };
    if (problem) {
      job.log.warn(stepNotice({ code: 'not-posted', ...posted, problem }));
      return failed('failed', 'github', { code: 'not-all-done', why: 'untested' }, outputs);
    }
    if (ending)
      return failed(
        'failed',
        ENDING[ending.cause.code] ?? 'changes-failed',
        { code: 'ended-early', cause: ending.cause },
        outputs,
      );
    return tests.every((one) => isSent(one.outcome) || isForNobody(one))
      ? succeeded('sent', outputs)
      : failed('failed', 'changes-failed', { code: 'not-all-done', why: 'untested' }, outputs);
  }

  /** Returns why the comment could not be written. */
  private async sendBatches(): Promise<CodeHostProblem | undefined> {
    for (const [at, batch] of this.batches.entries()) {
      this.at = at;
      try {
        // The first batch is in the comment already.
        if (at > 0) await this.comment.update(this.text(), this.progress());
      } catch (error) {
        if (!(error instanceof CodeHostFailure)) throw error;
        return error.problem;
      }
      for (const test of batch) {
        const outcome = await this.work.send(test);
        this.outcomes.set(test, outcome);
        if (isEnding(outcome)) return undefined;
      }
    }
    return undefined;
  }

  private tests(): readonly MessageTest[] {
    const sending = new Set(this.batches[this.at]);
    return this.work.tests.map((test) => {
      const outcome = this.outcomes.get(test) ?? test.outcome;
      return { ...test, outcome: outcome === 'waiting' && sending.has(test) ? 'sending' : outcome };
    });
  }
}

const NOT_TRIED: TestOutcome = { kind: 'failed', cause: { code: 'test-not-tried' }, isUnknown: false };
/** For the tag and a mark with many commits and campaigns. */
const ROOM = limitWithout(COMMENT_LIMIT, 20_000);

function isEnding(outcome: TestOutcome): outcome is Extract<TestOutcome, { kind: 'failed' }> {
  return outcome.kind === 'failed' && ENDING[outcome.cause.code] !== undefined;
}

function isUnsentOutcome(outcome: TestOutcome): boolean {
  return outcome.kind === 'failed' && !outcome.isUnknown;
}
