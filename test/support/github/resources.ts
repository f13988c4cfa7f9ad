import { type Comment, type Issue, type Pull, type Side, type Status } from './state.ts';
import { atSite, numberOf, part, realEvent, type JsonObject, type Site } from './templates.ts';
import { ACTIONS_BOT } from './tokens.ts';

// GitHub's answers: GitHub's own real examples with the test's data.

const PULL_EVENT = realEvent('pull_request', 'closed');
const ISSUE_EVENT = realEvent('issue_comment', 'created');
const BOT_ID = 41_898_282;

export function userResource(login: string, site: Site): JsonObject {
  const template = JSON.stringify(part(PULL_EVENT, 'sender')).replaceAll(
    'Codertocat',
    encodeURIComponent(login),
  );
  const bot = login.endsWith('[bot]');
  return {
    ...atSite(JSON.parse(template) as JsonObject, site),
    ...{ login, id: login === ACTIONS_BOT ? BOT_ID : numberOf(login), type: bot ? 'Bot' : 'User' },
    ...(bot && { html_url: `${site.serverUrl}/apps/${login.replace('[bot]', '')}` }),
  };
}

/** This repository or a fork of it. */
export function repositoryResource(fullName: string, site: Site): JsonObject {
  const [owner = '', name] = fullName.split('/');
  return {
    ...atSite(part(PULL_EVENT, 'pull_request', 'base', 'repo'), { ...site, repository: fullName }),
    ...{ id: numberOf(fullName), name, full_name: fullName, owner: userResource(owner, site) },
    ...{ private: true, visibility: 'private', default_branch: 'main', has_discussions: false },
    fork: fullName !== site.repository,
  };
}

export function fullRepositoryResource(site: Site): JsonObject {
  return { ...repositoryResource(site.repository, site), network_count: 0, subscribers_count: 1 };
}

/** A pull request in a list. */
export function pullSummary(issue: Pull, site: Site): JsonObject {
  const full = pullResource(issue, site);
  for (const name of ONLY_IN_FULL) Reflect.deleteProperty(full, name);
  return full;
}

/** A pull request in `GET` and in events. */
export function pullResource(issue: Pull, site: Site): JsonObject {
  const { pull } = issue;
  const template = atSite(part(PULL_EVENT, 'pull_request'), site);
  const number = Number(part(PULL_EVENT, 'pull_request')['number']);
  const headSha = String(part(PULL_EVENT, 'pull_request', 'head')['sha']);
  const text = JSON.stringify(template)
    .replaceAll(new RegExp(`(/(?:pulls|pull|issues)/)${number}(?=["./])`, 'g'), `$1${issue.number}`)
    .replaceAll(headSha, pull.head.sha);
  const merged = pull.mergedAt !== null;
  return {
    ...(JSON.parse(text) as JsonObject),
    ...issueFields(issue, site),
    ...{ id: numberOf(`${site.repository}#${issue.number}`), draft: false, locked: false },
    ...{ head: sideResource(pull.head, site), base: sideResource(pull.base, site) },
    ...{ merged, merged_at: pull.mergedAt, merge_commit_sha: pull.mergeCommitSha },
    ...{ merged_by: merged ? userResource(issue.author, site) : null, mergeable: merged ? null : true },
    ...{ requested_reviewers: [], requested_teams: [], commits: pull.commits.length },
  };
}

export function issueResource(issue: Issue, comments: number, site: Site): JsonObject {
  const template = atSite(part(ISSUE_EVENT, 'issue'), site);
  const text = JSON.stringify(template).replaceAll(/(\/issues\/)\d+(?=["/])/g, `$1${issue.number}`);
  const html = `${site.serverUrl}/${site.repository}/pull/${issue.number}`;
  const url = `${site.apiUrl}/repos/${site.repository}/pulls/${issue.number}`;
  const { pull } = issue;
  return {
    ...(JSON.parse(text) as JsonObject),
    ...issueFields(issue, site),
    ...{ id: numberOf(`${site.repository}!${issue.number}`), comments, state_reason: issue.stateReason },
    ...(pull && {
      html_url: html,
      draft: false,
      pull_request: {
        ...{ url, html_url: html, diff_url: `${html}.diff`, patch_url: `${html}.patch` },
        merged_at: pull.mergedAt,
      },
    }),
  };
}

export function commentResource(comment: Comment, on: Issue, site: Site): JsonObject {
  const base = `${site.apiUrl}/repos/${site.repository}/issues`;
  const html = `${site.serverUrl}/${site.repository}/${on.pull ? 'pull' : 'issues'}/${on.number}`;
  return {
    ...atSite(part(ISSUE_EVENT, 'comment'), site),
    ...{ id: comment.id, node_id: `IC_${comment.id}`, url: `${base}/comments/${comment.id}` },
    ...{ html_url: `${html}#issuecomment-${comment.id}`, issue_url: `${base}/${on.number}` },
    ...{ user: userResource(comment.author, site), body: comment.body },
    ...{ created_at: comment.createdAt, updated_at: comment.updatedAt },
    author_association: comment.author.endsWith('[bot]') ? 'NONE' : 'MEMBER',
  };
}

export function statusResource(status: Status, site: Site): JsonObject {
  const creator = userResource(status.creator, site);
  return {
    ...{ id: status.id, node_id: `SC_${status.id}`, state: status.state, context: status.context },
    url: `${site.apiUrl}/repos/${site.repository}/statuses/${status.sha}`,
    ...{ description: status.description, target_url: status.targetUrl, avatar_url: creator['avatar_url'] },
    ...{ created_at: status.createdAt, updated_at: status.createdAt, creator },
  };
}

/** The fields that issues and pull requests share. */
function issueFields(issue: Issue, site: Site): JsonObject {
  return {
    ...{ number: issue.number, title: issue.title, body: issue.body, state: issue.state },
    ...{
      user: userResource(issue.author, site),
      labels: [],
    },
    ...{ assignee: null, assignees: [], milestone: null },
    ...{ created_at: issue.createdAt, updated_at: issue.updatedAt, closed_at: issue.closedAt },
  };
}

function sideResource({ repository, ref, sha }: Side, site: Site): JsonObject {
  const owner = (repository ?? 'unknown').split('/')[0] ?? '';
  return {
    ...{ label: `${owner}:${ref}`, ref, sha, user: userResource(owner, site) },
    repo: repository === null ? null : repositoryResource(repository, site),
  };
}

const ONLY_IN_FULL = [
  ...['merged', 'mergeable', 'rebaseable', 'mergeable_state', 'merged_by', 'comments', 'review_comments'],
  ...['maintainer_can_modify', 'commits', 'additions', 'deletions', 'changed_files'],
];
