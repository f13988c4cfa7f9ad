/** Above the questions of `init`. */
export const STARTER_INTRODUCTION = 'Press Enter to accept the value in brackets. Existing files are kept.';

/** What `init` asks for a new workspaces.yaml; in brackets the answer that is assumed. */
export const STARTER_QUESTIONS = {
  workspace: (usual: string) => `Name of the workspace that your customers are in [${usual}]:`,
  baseUrl: 'Address of its campaign service, https://… [fill in later]:',
  appKey: 'Its app key there (an identifier, not the secret):',
  channels: (usual: string) => `Channels to write examples for: none, email, push or email,push [${usual}]:`,
} as const;
