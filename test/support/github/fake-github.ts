import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterTest } from '../cleanup.ts';
import { portOf } from '../e2e/port.ts';
import {
  minimize,
  OPERATIONS,
  refusal,
  type Answer,
  type Call,
  type Scene,
  type Scope,
} from './operations.ts';
import {
  ACTIONS_BOT,
  instant,
  State,
  type Comment,
  type Issue,
  type NewIssue,
  type Pull,
  type Side,
  type Site,
} from './state.ts';

export type Permissions = Readonly<Partial<Record<Scope, 'read' | 'write'>>>;

/** How an exchange fails: with another answer, or without one because the connection breaks. */
type Fault = Answer | 'reset';

/** A received request and its result. */
interface GithubRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Call['body'];
  /** Such as `issues/create-comment`. */
  readonly operation: string;
  /** 0 if the connection was reset. */
  readonly status: number;
}

/** A pull request in a test. Defaults are used for everything that is left out. */
interface PullSketch extends Partial<NewIssue> {
  readonly head: Omit<Side, 'repository'> & { readonly repository?: string | null };
  readonly base: Omit<Side, 'repository'>;
}

const ALL: Permissions = { contents: 'write', issues: 'write', 'pull-requests': 'write', statuses: 'write' };

/** Faults for coming requests. */
class Faults {
  private waiting: { fault: Fault; operation: string; left: number }[] = [];
  private isDown = false;

  /** The next requests of this operation get this instead of their answer, and have no effect. */
  next(fault: Fault, { operation, times }: { readonly operation: string; readonly times: number }): void {
    this.waiting.push({ fault, operation, left: times });
  }

  /** From now on every connection is reset. */
  down(): void {
    this.isDown = true;
  }

  clear(): void {
    this.isDown = false;
    this.waiting = [];
  }

  /** The fault for a request, if any. It is used up. */
  meet(operation: string): Fault | undefined {
    if (this.isDown) return 'reset';
    const met = this.waiting.find((each) => each.left > 0 && each.operation === operation);
    if (met) met.left -= 1;
    return met?.fault;
  }
}

/** GitHub's REST API for one repository, in memory, as far as the action uses it. */
export class FakeGithub {
  readonly site: Site;
  readonly state = new State();
  readonly faults = new Faults();
  readonly settings = { actionsMayOpenPulls: true };
  readonly requests: GithubRequest[] = [];
  /** What a request waits for before it has its effect. */
  onArrival: (method: string) => Promise<void> = () => Promise.resolve();
  /** Called when a request was received and had its effect, before it is answered. */
  onReceived: (request: GithubRequest) => void = () => undefined;
  /** Requests that the fake doesn't know fail the test. */
  readonly unknown: string[] = [];
  private readonly tokens = new Map<string, Permissions>();
  private readonly gitDirectory: string;

  constructor(site: Site, gitDirectory: string) {
    this.site = site;
    this.gitDirectory = gitDirectory;
  }

  /** A `GITHUB_TOKEN` with these permissions; all of them by default. */
  jobToken(permissions: Permissions = ALL): string {
    const value = `ghs_${randomBytes(18).toString('hex')}`;
    this.tokens.set(value, permissions);
    return value;
  }

  /** Opens a pull request. */
  pull({ head, base, ...words }: PullSketch): Pull {
    const { repository } = this.site;
    const sides = { head: { repository, ...head }, base: { ...base, repository } };
    return this.state.open(
      { title: 'Edit campaigns', author: 'ada', ...words },
      { ...sides, mergedAt: null, mergeCommitSha: null },
    );
  }

  /** Merges a pull request; `commit` is the new tip of the base branch. */
  merge(pull: Pull, commit: string): void {
    const now = instant();
    Object.assign(pull, { state: 'closed', updatedAt: now });
    Object.assign(pull.pull, { mergedAt: now, mergeCommitSha: commit });
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

  /** Answers one request; `undefined` means that the connection is reset. */
  receive(method: string, url: URL, { body, token }: { body: Call['body']; token: string }) {
    const { state, site, settings, gitDirectory } = this;
    const path = url.pathname.replace(`/repos/${site.repository}`, '');
    const isGraphql = path === '/graphql';
    const found = OPERATIONS.find((one) => one.method === method && one.path.test(path));
    const operation = isGraphql ? 'graphql' : (found?.id ?? 'unknown');
    const answer = (scene: Scene) => {
      const permissions = this.tokens.get(token);
      if (!permissions) return refusal(401, 'Bad credentials');
      const scopes = isGraphql ? (['pull-requests'] as const) : (found?.scopes ?? []);
      if (!isPermitted(permissions, scopes, method))
        return refusal(403, 'Resource not accessible by integration');
      if (isGraphql) return minimize(body, scene);
      const [, id = ''] = found?.path.exec(path) ?? [];
      return found?.run({ id, query: url.searchParams, url, body, login: ACTIONS_BOT }, scene);
    };
    const given = this.faults.meet(operation) ?? answer({ state, site, settings, gitDirectory });
    if (!given) this.unknown.push(`${method} ${path}`);
    const ended = given ?? refusal(404, 'Not Found');
    const status = ended === 'reset' ? 0 : ended.status;
    const request = { method, path: url.pathname, body, operation, status };
    this.requests.push(request);
    this.onReceived(request);
    return ended === 'reset' ? undefined : ended;
  }
}

function isPermitted(has: Permissions, scopes: readonly Scope[], method: string): boolean {
  if (scopes.length === 0) return true;
  return scopes.some((one) => has[one] === 'write' || (has[one] === 'read' && method === 'GET'));
}

/** Starts it on a free port of 127.0.0.1. The end of the test stops it. */
export async function startFakeGithub(gitDirectory: string): Promise<FakeGithub> {
  const server = createServer((incoming, outgoing) => {
    void answer(incoming).then((given) => {
      if (!given) {
        incoming.socket.resetAndDestroy();
        return;
      }
      const { body, status, headers } = given;
      outgoing.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
      outgoing.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  const apiUrl = `http://127.0.0.1:${await portOf(server)}`;
  const site = { repository: 'northtrail/campaigns', apiUrl, serverUrl: 'https://github.com' };
  const github = new FakeGithub(site, gitDirectory);
  afterTest(() => {
    if (github.unknown.length > 0) throw new Error(`unknown requests: ${github.unknown.join(', ')}`);
  });

  async function answer(incoming: IncomingMessage): Promise<Answer | undefined> {
    const { method = '', url = '', headers } = incoming;
    const body = method === 'GET' ? {} : ((await json(incoming)) as Call['body']);
    const token = /^(?:token|bearer) (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    await github.onArrival(method);
    return github.receive(method, new URL(url, apiUrl), { body, token });
  }
  return github;
}

/** The secondary rate limit, with the seconds after which to retry. */
export function secondaryRateLimit(retryAfterSeconds = 1): Answer {
  const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
  return refusal(403, message, { 'retry-after': String(retryAfterSeconds) });
}

/** GitHub's own failure. */
export function serverError(status: 500 | 502 | 503): Answer {
  return refusal(status, 'Server Error');
}

/** The answer of a proxy in front of GitHub. */
export function htmlPage(status: number): Answer {
  const body = '<!DOCTYPE html><html><body><h1>Whoa there!</h1></body></html>';
  return { status, body, headers: { 'content-type': 'text/html; charset=utf-8' } };
}
