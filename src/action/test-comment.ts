import { COMMENT } from '../messages/comment-messages.ts';
import type { Phrase } from '../messages/phrase.ts';
import type { Clock } from '../model/clock.ts';
import { phraseMarkdown } from '../render/markdown/escape-markdown.ts';
import { withNotice } from '../render/markdown/test-comment.ts';
import { commentParts, type Signer } from '../review/marker.ts';
import { readTestMark, writeTestMark, type TestMark, type TestPlace } from '../review/test-mark.ts';
import type { ActionContext } from './context.ts';
import type { GitHubApi } from './github/api.ts';
import type { Comment } from './github/resources.ts';
import { findComments, signerFor, stickyTag, type StickyName } from './sticky-comment.ts';

interface Marked extends Comment {
  readonly mark: TestMark;
}

interface Asked {
  readonly api: GitHubApi;
  readonly place: TestPlace;
  /** Identifies the run. */
  readonly run: string;
}

/** How long a list of comments may lack what another run wrote at the same moment, in milliseconds. */
const LIST_AFTER_MS = 2_000;

/** What a run is about to send, and what it will send after that. */
export type Progress = Pick<TestMark, 'sending' | 'waiting'>;

/**
 * The comment about the test messages of a pull request. Methods throw CodeHostFailure: a run that can't write here must
 * send nothing more.
 */
export class TestComment {
  private readonly api: GitHubApi;
  private readonly place: TestPlace;
  private readonly run: string;
  private readonly signer: Signer;
  private readonly clock: Clock;
  private readonly redact: (text: string) => string;
  /** Of this pull request, the oldest first. */
  private readonly found: readonly Marked[];
  private heads: string[];
  private id: number | undefined;
  url: string | undefined;

  private constructor(
    { session, inputs }: ActionContext,
    { api, place, run, found }: Asked & { readonly found: readonly Marked[] },
  ) {
    this.api = api;
    this.place = place;
    this.run = run;
    this.signer = signerFor(inputs.reviewKey);
    this.clock = session.clock;
    this.redact = (text) => session.secrets.redact(text);
    this.found = found;
    this.heads = [...new Set(found.flatMap(({ mark }) => mark.heads))];
    const newest = found.at(-1);
    this.id = newest?.id;
    this.url = newest?.url;
  }

  /** Undefined if a comment of ours has no valid mark, so that it is unknown which commits were tested. */
  static async open(job: ActionContext, asked: Asked): Promise<TestComment | undefined> {
    const found = await readMarked(asked.api, asked.place, signerFor(job.inputs.reviewKey));
    return found && new TestComment(job, { ...asked, found });
  }

  /** What a run kept about a commit when it began to send its messages; undefined if none did. */
  of(head: string): TestMark | undefined {
    return this.found.find(({ mark }) => mark.heads.includes(head))?.mark;
  }

  /**
   * Keeps that the messages of a commit are going to be sent, in a comment of its own: an edit could replace the mark of a run
   * that is sending them, but of two new comments the older one counts for both runs. False: another run was first.
   */
  async claim(head: string, visible: string, progress: Progress): Promise<boolean> {
    this.heads.push(head);
    this.id = undefined;
    await this.write(progress, visible);
    await this.clock.sleep(LIST_AFTER_MS);
    const found = await readMarked(this.api, this.place, this.signer);
    if (!found) return false;
    const first = found.find(({ mark }) => mark.heads.includes(head));
    // A list that doesn't show what was just written shows no other run either.
    if (!first || first.mark.run === this.run) return true;
    this.url = first.url;
    await this.replace(found.filter(({ mark }) => mark.run === this.run));
    return false;
  }

  /** Leaves only the newest comment: it has the commits of those before it, too. */
  replaceOlder(): Promise<void> {
    return this.replace(this.found.filter(({ id }) => id !== this.id));
  }

  private async replace(comments: readonly Marked[]): Promise<void> {
    const outdated = phraseMarkdown(COMMENT.outdated(this.url ?? ''));
    for (const { id } of comments) await this.api.updateComment(id, outdated);
  }

  /** Replaces what the comment says. `released`: a commit of which nothing was sent, so that it can be tested later. */
  async update(visible: string, { released, ...progress }: Progress & { readonly released?: string }) {
    this.heads = this.heads.filter((one) => one !== released);
    await this.write(progress, visible);
  }

  /** Adds something to what the comment says. Nothing is being sent any more. */
  async note(notice: Phrase): Promise<void> {
    const old = this.found.at(-1);
    const visible = old ? withoutHidden(old.body) : '';
    const text = withNotice(visible, this.place.workspace, notice);
    const isEnded = (old?.mark.sending.length ?? 0) === 0;
    // The mark stays that of the run that claimed the commit: it may be about to look for it.
    if (text !== visible || !isEnded) await this.write({ sending: [], waiting: [] }, text, old?.mark.run);
  }

  private async write(progress: Progress, visible: string, run = this.run): Promise<void> {
    const mark = writeTestMark({ ...this.place, run, heads: this.heads, ...progress }, this.signer);
    const body = `${stickyTag(nameOf(this.place))}\n${mark}\n${this.redact(visible)}`;
    const { id, place } = this;
    const written = await (id === undefined
      ? this.api.createComment(place.pull, body)
      : this.api.updateComment(id, body));
    this.id = written.id;
    this.url = written.url;
  }
}

function nameOf({ workspace, folder }: TestPlace): StickyName {
  return { purpose: 'test', workspace, folder };
}

async function readMarked(
  api: GitHubApi,
  place: TestPlace,
  signer: Signer,
): Promise<readonly Marked[] | undefined> {
  const comments = await findComments(api, place.pull, nameOf(place));
  const marked = comments.flatMap((comment) => {
    const mark = readTestMark(commentParts(comment.body).marker, place, signer);
    return mark ? [{ ...comment, mark }] : [];
  });
  return marked.length === comments.length ? marked : undefined;
}

/** What people see of a comment, its last line included. */
function withoutHidden(body: string): string {
  return body.replaceAll('\r\n', '\n').split('\n').slice(2).join('\n').trim();
}
