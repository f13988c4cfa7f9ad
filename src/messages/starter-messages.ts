/** Above the questions of `init`. */
export const STARTER_INTRODUCTION = 'Press Enter to accept the value in brackets. Existing files are kept.';

/** What `init` asks for a new workspaces.yaml; in brackets the answer that is assumed. */
export const STARTER_QUESTIONS = {
  workspace: (usual: string) => `Workspace with your customers [${usual}]:`,
  baseUrl: 'Address of its campaign service, https://… [fill in later]:',
  appKey: 'Its app key there (an identifier, not the secret):',
  channels: (usual: string) => `Examples for which channels: email, push or none [${usual}]:`,
} as const;
