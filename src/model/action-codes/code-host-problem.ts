/** The permission that a request to GitHub needs: `pull-requests: write`. */
export type Permission = `${'contents' | 'issues' | 'pull-requests' | 'statuses'}: ${'read' | 'write'}`;

/** Why GitHub did not do what was asked. `said` is one line from outside. `messages/action-messages` puts it into words. */
export type CodeHostProblem =
  /** `missing`: the permission that the token seems to lack; undefined if there is another cause. */
  | {
      readonly code: 'refused';
      readonly status: number;
      readonly said: string;
      readonly missing: Permission | undefined;
    }
  | { readonly code: 'no-answer'; readonly said: string }
  /** The input `github-token` is empty. */
  | { readonly code: 'no-token' }
  /** GitHub reported success, but did not return what it created. */
  | { readonly code: 'nothing-returned' };
