type Level = 'none' | 'read' | 'write';
/** The names that a workflow's `permissions:` use. */
export type Scope = 'contents' | 'issues' | 'pull-requests' | 'statuses';
export type Permissions = Readonly<Partial<Record<Scope, Level>>>;

/** The caller: a job (`GITHUB_TOKEN`). */
export interface Token {
  readonly login: string;
  readonly permissions: Permissions;
}

/** The identity of every job's token. */
export const ACTIONS_BOT = 'github-actions[bot]';

type Kind = 'issue' | 'pull';
interface Need {
  readonly level: 'read' | 'write';
  /** Any of these is sufficient. */
  readonly scopes: (about: Kind) => readonly Scope[];
}

const need = (level: 'read' | 'write', ...scopes: Scope[]): Need => ({ level, scopes: () => scopes });
/** Pull requests are issues too. Either permission allows operations on one. */
const needAbout = (level: 'read' | 'write'): Need => ({
  level,
  scopes: (about) => (about === 'pull' ? ['issues', 'pull-requests'] : ['issues']),
});

/**
 * The requirements in GitHub's page "Permissions required for fine-grained personal access tokens"; `null` requires
 * nothing.
 */
const NEEDS: Readonly<Record<string, Need | null>> = {
  'issues/create': need('write', 'issues'),
  'issues/create-comment': needAbout('write'),
  'issues/list-comments': needAbout('read'),
  'issues/list-for-repo': need('read', 'issues'),
  'issues/update': needAbout('write'),
  'issues/update-comment': needAbout('write'),
  'pulls/create': need('write', 'pull-requests'),
  'pulls/get': need('read', 'pull-requests'),
  'pulls/list': need('read', 'pull-requests'),
  'pulls/update': need('write', 'pull-requests'),
  'repos/create-commit-status': need('write', 'statuses'),
  'repos/get': null,
  'users/get-authenticated': null,
};

/** The permissions of which one is missing, in the form of GitHub's header; `undefined` if none is. */
export function missingPermission(token: Token, operation: string, about: Kind): string | undefined {
  const wanted = NEEDS[operation];
  if (wanted === undefined) throw new Error(`the permissions for ${operation} are not listed`);
  if (wanted === null) return undefined;
  const scopes = wanted.scopes(about);
  if (scopes.some((scope) => reaches(token.permissions[scope] ?? 'none', wanted.level))) return undefined;
  return scopes.map((scope) => `${scope.replace('-', '_')}=${wanted.level}`).join('; ');
}

function reaches(has: Level, wanted: 'read' | 'write'): boolean {
  return has === 'write' || has === wanted;
}
