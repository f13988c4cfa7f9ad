import { keyVariable, type Started } from '../model/starter.ts';

/** What `init` asks for a new workspaces.yaml; in brackets the answer that is assumed. */
export const STARTER_QUESTIONS = {
  workspace: 'Name of the workspace that your customers are in [production]:',
  baseUrl: 'Address of its campaign service, https://… [fill in later]:',
  appKey: 'Its app key there (an identifier, not the secret):',
} as const;

/** A line for each file that was written or kept, and what kept settings lack. */
export function initText({ written, kept, missing }: Started): string {
  return [
    ...written.map((path) => `wrote ${path}\n`),
    ...kept.map((path) => `kept ${path} (it already exists)\n`),
    ...missing.map(
      ({ path, text }) => `\nAdd what is missing in ${path}:\n${text.replace(/^(?=.)/gm, '  ')}`,
    ),
  ].join('');
}

/** What to do next, in order. */
export function nextSteps({ written, kept, campaigns, branch, workspace }: Started): string {
  const configuration = `${campaigns}/workspaces.yaml`;
  if (written.length === 0) return 'Nothing was missing.\n';
  // Only one workflow was added: the rest is already set up.
  if (![...written, ...kept].includes(configuration))
    return '\nNext: create the environment as described above, then merge the workflow with a pull request.\n';
  return `
Next
  1. Try it on your own machine. No account is needed:
       campaigns serve --quiet &
       export CAMPAIGNS_API_KEY=local
       campaigns validate --strict
       campaigns plan
       git add ${campaigns} .github .gitattributes .vscode
       git commit -m 'Add our campaigns'
       git push -u origin ${branch}  # only if there is an origin
       campaigns apply
     When this service stops, its campaigns are gone, unless it was started with --data FILE.

Before you use your real service
  2. Complete the workspace ${workspace.name} in ${configuration}: its address, and the vars of the examples.
  3. Give the repository the API key of ${workspace.name} and one that signs plan comments:
       gh secret set ${keyVariable(workspace.name)}
       openssl rand -hex 32 | gh secret set CAMPAIGNS_REVIEW_KEY
  4. Merge ${configuration} alone, before anything else: a plan on a pull request
     uses the service that the base branch names. Then merge the other files.
`;
}

/** How to protect the workflow that applies changes without a merged review: GitHub protects nothing by itself. */
export function unreviewedSteps(branch: string): string {
  return `campaigns-apply-unreviewed.yml applies changes that no merged pull request showed. Only the
required reviewers of its environment can stop it, so set them up before you merge it:
  1. In the repository's Settings, under Environments, create campaigns-unreviewed.
  2. Turn on Required reviewers and Prevent self-review, and add who may approve.
  3. Turn off Allow administrators to bypass configured protection rules.
  4. Under Deployment branches and tags, allow only the branch ${branch}. Save.
Without this, GitHub creates the environment on the first run, and no approval is required. In a
private repository, required reviewers need GitHub Enterprise; without it, leave out the workflow.

`;
}
