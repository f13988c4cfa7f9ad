import type { RefusalOf } from '../../model/reasons.ts';
import { isObject } from '../../model/json.ts';
import type { Trigger } from '../trigger.ts';

/** The numeric ID of the event's repository; undefined if the payload doesn't have it, as on a schedule. */
export function repositoryIdIn(payload: unknown): number | undefined {
  const event = isObject(payload) ? payload : {};
  const { id } = isObject(event.repository) ? event.repository : {};
  return typeof id === 'number' ? id : undefined;
}

type EventRefusal = RefusalOf<'event-unusable' | 'event-with-secrets-for-forks'>;

/** A payload that lacks what its event always has. */
export class MalformedEvent extends Error {
  override readonly name = 'MalformedEvent';
  override readonly cause: EventRefusal;

  constructor(cause: EventRefusal) {
    super(cause.code);
    this.cause = cause;
  }
}

/** What a run is about. */
export interface RunRef {
  readonly name: string;
  readonly isTag: boolean;
}

/** Reads an event. Throws MalformedEvent. */
export function readEvent(name: string, payload: unknown, ref: RunRef): Trigger {
  const event = isObject(payload) ? payload : {};
  switch (name) {
    // Reviews run on the same test merge, with the same secrets.
    case 'pull_request':
    case 'pull_request_review':
    case 'pull_request_review_comment':
      return pullRequest(event);
    case 'pull_request_target':
      throw new MalformedEvent({ code: 'event-with-secrets-for-forks' });
    case 'merge_group': {
      const group = isObject(event.merge_group) ? event.merge_group : {};
      const ref = text(group.base_ref, 'merge_group.base_ref').replace(/^refs\/heads\//, '');
      const base = { ref, sha: text(group.base_sha, 'merge_group.base_sha') };
      const head = text(group.head_sha, 'merge_group.head_sha');
      return { kind: 'merge-group', head, base, defaultBranch: defaultBranchIn(event) };
    }
    // Only users with write access can trigger these, and they check out what is already in the repository.
    case 'push':
    case 'schedule':
    case 'workflow_dispatch':
    case 'repository_dispatch':
      return branchTrigger(event, ref);
    default:
      throw new MalformedEvent({ code: 'event-unusable', why: 'unknown', said: name });
  }
}

/** Undefined if the event doesn't have it. */
function defaultBranchIn({ repository }: Readonly<Record<string, unknown>>): string | undefined {
  const { default_branch: found } = isObject(repository) ? repository : {};
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function branchTrigger(event: Readonly<Record<string, unknown>>, { name, isTag }: RunRef): Trigger {
  const defaultBranch = defaultBranchIn(event);
  const { before } = event;
  const isKnown = typeof before === 'string' && /^(?!0+$)[0-9a-f]{40,64}$/.test(before);
  return { kind: 'branch', branch: name, isTag, defaultBranch, ...(isKnown && { before }) };
}

function pullRequest(event: Readonly<Record<string, unknown>>): Trigger {
  const pull = isObject(event.pull_request) ? event.pull_request : {};
  const head = isObject(pull.head) ? pull.head : {};
  const base = isObject(pull.base) ? pull.base : {};
  const repository = isObject(head.repo) ? head.repo.full_name : null;
  if (typeof pull.number !== 'number')
    throw new MalformedEvent({ code: 'event-unusable', why: 'incomplete', said: 'pull_request.number' });
  return {
    kind: 'pull-request',
    number: pull.number,
    head: text(head.sha, 'pull_request.head.sha'),
    headRepository: typeof repository === 'string' ? repository : null,
    base: { ref: text(base.ref, 'pull_request.base.ref'), sha: text(base.sha, 'pull_request.base.sha') },
    defaultBranch: defaultBranchIn(event),
    merged: pull.merged === true,
  };
}

function text(value: unknown, path: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new MalformedEvent({ code: 'event-unusable', why: 'incomplete', said: path });
}
