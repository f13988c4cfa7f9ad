/** The README of the state branch, for anyone who finds it. */
export function stateReadme(workspace: string): string {
  return `# State of the workspace ${workspace}

campaign-reconciler maintains this branch. It records which campaign file is bound to which live campaign, what was last
sent, and what the service answered. It is also the audit trail: one commit for each change, with who, why and when.

Read it with \`campaigns log\`, or here with \`git log -p -- campaigns/\`. Do not edit it manually; use
\`campaigns state\`. If the workspace has moved to another service, or its campaigns to another folder, run
\`campaigns state target\`.
The branch shares no history with the code, and must not be merged into it.
`;
}
