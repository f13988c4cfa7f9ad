import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterTest } from '../cleanup.ts';
import { refusal, type Answer } from './answers.ts';
import type { Scene, Settings } from './call.ts';
import { exchange, operationOf, shownToken, usualHeaders, type Incoming } from './exchange.ts';
import { Faults } from './faults.ts';
import { answerGraphql } from './graphql.ts';
import { GitRepository } from './git-repository.ts';
import { instant, State, type Comment, type Issue, type NewIssue, type Pull, type Side } from './state.ts';
import type { Site } from './templates.ts';
import { ACTIONS_BOT, type Permissions, type Token } from './tokens.ts';

export interface GithubOptions {
  /** `owner/name` */
  readonly repository?: string;
  /** The folder of the bare repository behind it. */
  readonly gitDirectory: string;
}

/** A received request and its result. */
export interface GithubRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The body as JSON; `undefined` if there was none. */
  readonly body: unknown;
  readonly token: string;
  /** Such as `issues/create-comment`. */
  readonly operation: string;
  /** 0 if the connection was reset. */
  readonly status: number;
}

/** A pull request in a test. Defaults are used for everything that is left out. */
export interface PullSketch extends Partial<NewIssue> {
  readonly head: Omit<Side, 'repository'> & { readonly repository?: string | null };
  readonly base: Omit<Side, 'repository'>;
  readonly commits?: readonly string[];
  readonly mergeCommitSha?: string | null;
}

const ALL: Permissions = { contents: 'write', issues: 'write', 'pull-requests': 'write', statuses: 'write' };

/** GitHub's REST API for one repository, in memory. */
export class FakeGithub {
  readonly site: Site;
  readonly state = new State();
  readonly faults = new Faults();
  readonly settings: Settings = { actionsMayOpenPulls: true };
  readonly requests: GithubRequest[] = [];
  private readonly tokens = new Map<string, Token>();
  private readonly repository: GitRepository;
  private readonly violations: string[] = [];

  constructor(site: Site, gitDirectory: string) {
    this.site = site;
    this.repository = new GitRepository(gitDirectory);
  }

  /** A `GITHUB_TOKEN` with these permissions; all of them by default. */
  jobToken(permissions: Permissions = ALL): string {
    const value = `ghs_${randomBytes(18).toString('hex')}`;
    this.tokens.set(value, { login: ACTIONS_BOT, permissions });
    return value;
  }

  /** Opens a pull request. */
  pull({ head, base, commits, mergeCommitSha = null, ...words }: PullSketch): Pull {
    const { repository } = this.site;
    return this.state.open(
      { title: 'Edit campaigns', author: 'ada', ...words },
      {
        head: { repository, ...head },
        base: { ...base, repository },
        ...{ mergedAt: null, mergeCommitSha, commits: [...(commits ?? [head.sha])] },
      },
    );
  }

  /** Merges a pull request. These are its commits on the base branch; the last one is the new tip. */
  merge(number: number, { commits }: { readonly commits: readonly [string, ...string[]] }): Pull {
    const pull = this.state.pull(number);
    if (!pull) throw new Error(`there is no pull request ${number}`);
    const now = instant();
    Object.assign(pull, { state: 'closed', closedAt: now, updatedAt: now });
    pull.pull.mergedAt = now;
    pull.pull.mergeCommitSha = commits.at(-1) ?? null;
    pull.pull.commits = [...new Set([...pull.pull.commits, ...commits])];
    return pull;
  }

  /** Adds a comment. */
  comment(number: number, words: { readonly author: string; readonly body: string }): Comment {
    return this.state.addComment(number, words);
  }

  comments(number: number): readonly Comment[] {
    return this.state.comments.filter((comment) => comment.number === number);
  }

  /** Issues proper. */
  issues(): readonly Issue[] {
    return this.state.issues.filter(({ pull }) => pull === null);
  }

  /** Requests that changed something or tried to. */
  writes(): readonly GithubRequest[] {
    return this.requests.filter(({ method }) => method !== 'GET');
  }

  /** The same without commit statuses. */
  commentWrites(): readonly GithubRequest[] {
    return this.writes().filter(({ operation }) => operation !== 'repos/create-commit-status');
  }

  /** Fails the test if a request violated GitHub's description. */
  assertNoViolations(): void {
    const found = this.violations.splice(0);
    if (found.length > 0) throw new Error(`requests that GitHub does not describe:\n${found.join('\n')}`);
  }

  /** Answers one request; `undefined` means that the connection is reset. */
  async receive(incoming: Incoming): Promise<Answer | undefined> {
    const operation = operationOf(incoming, this.scene);
    const isGraphql = incoming.url.pathname === '/graphql';
    const id = isGraphql ? 'graphql' : (operation?.id ?? 'unknown');
    const met = this.faults.meet(id);
    const asked = () =>
      isGraphql
        ? answerGraphql(incoming.text, this.tokens.get(shownToken(incoming)), this.state)
        : this.answer(incoming, operation);
    const answered = met && !met.after ? undefined : await asked();
    const answer = met ? met.fault : (answered ?? 'reset');
    const { pathname, searchParams } = incoming.url;
    this.requests.push({
      ...{ method: incoming.method, path: pathname, query: Object.fromEntries(searchParams) },
      ...{ body: jsonOrText(incoming.text), token: shownToken(incoming), operation: id },
      status: answer === 'reset' ? 0 : answer.status,
    });
    return answer === 'reset' ? undefined : answer;
  }

  /** All headers of an answer. */
  headers(answer: Answer): Record<string, string> {
    return { ...usualHeaders(answer), 'x-github-request-id': randomUUID() };
  }

  private async answer(incoming: Incoming, operation: ReturnType<typeof operationOf>): Promise<Answer> {
    const violation = (what: string) => {
      this.violations.push(`${incoming.method} ${incoming.url.pathname}${incoming.url.search}: ${what}`);
    };
    try {
      return await exchange(incoming, operation, { scene: this.scene, tokens: this.tokens, violation });
    } catch (error) {
      violation(`the fake failed: ${String(error)}`);
      return refusal(500, 'Server Error');
    }
  }

  private get scene(): Scene {
    const { site, state, settings, repository } = this;
    return { site, state, settings, git: repository };
  }
}

/**
 * Starts it on a free port of 127.0.0.1. The end of the test stops it, and fails the test if a request violated
 * GitHub's description.
 */
export async function startFakeGithub({
  repository = 'northtrail/campaigns',
  gitDirectory,
}: GithubOptions): Promise<FakeGithub> {
  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a listening server has a port');
  const apiUrl = `http://127.0.0.1:${address.port}`;
  const github = new FakeGithub({ repository, apiUrl, serverUrl: 'https://github.com' }, gitDirectory);
  afterTest(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
    github.assertNoViolations();
  });

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming;
    const raw = await text(incoming);
    const answer = await github.receive({ method, url: new URL(url, apiUrl), headers, text: raw });
    if (!answer) {
      incoming.socket.resetAndDestroy();
      return;
    }
    const { body, status } = answer;
    outgoing.writeHead(status, github.headers(answer));
    outgoing.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body));
  }
  return github;
}

function jsonOrText(raw: string): unknown {
  if (raw === '') return undefined;
  try {
    return JSON.parse(raw) as unknown;
  } catch {
    return raw;
  }
}
