/** The README of the state branch, for anyone who finds it. */
export function readme(workspace: string): string {
  return `# State of the workspace ${workspace}

campaign-reconciler keeps this branch: which campaign file is which live campaign, what was last sent, and what the
service answered. It is also the audit trail: one commit for each thing that was done, with who, why and when.

Read it with \`campaigns log\`, or here with \`git log -p -- campaigns/\`. Do not edit it by hand: \`campaigns state\` does
what is needed. Where the workspace has moved to another service, or its campaigns to another folder, for good:
\`campaigns state target\`.
It shares no history with the code, and must not be merged into it.
`;
}
