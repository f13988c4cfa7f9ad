import { keyVariable, type Started } from '../../model/starter.ts';

/** What was written and what was kept, a line each. */
export function initText({ written, kept, outdated }: Started): string {
  return [
    ...written.map((path) => `wrote ${path}\n`),
    ...kept.map((path) => `kept ${path} (${outdated.includes(path) ? OUTDATED : 'it is there already'})\n`),
  ].join('');
}

const OUTDATED = 'it is of another version: delete it, then run this again';

/** What a person does next, in order. */
export function nextSteps(started: Started): string {
  const { written, kept, campaigns, branch, workspace } = started;
  const configuration = `${campaigns}/workspaces.yaml`;
  if (written.length === 0) return `Nothing was missing.\n${additions(started)}`;
  // Only the one workflow: all else is set up already.
  if (![...written, ...kept].includes(configuration)) return COMMIT;
  return `
Next
  1. Try it on your own machine. No account is needed:
       campaigns serve                         (leave it running)
     and in another terminal:
       campaigns validate --strict
       CAMPAIGNS_API_KEY=local campaigns plan
${aboutConfiguration(started, configuration)}
  3. Give the repository the API key of ${workspace.name} as a secret:
       gh secret set ${keyVariable(workspace.name)}
     and one that signs plan comments, which nobody needs to know:
       openssl rand -base64 32 | gh secret set CAMPAIGNS_REVIEW_KEY
     The workflows pass both to the action campaign-reconciler. They apply
     from the branch ${branch}.
  4. Commit ${configuration} alone, and merge that first: a plan on
     a pull request goes to the service that the base branch names, so that no
     edit can send the key elsewhere.
  5. Then the rest, on a pull request.
${additions(started)}`;
}

const COMMIT = `
Next
  1. Create the environment as described above.
  2. Commit the workflow, and merge it on a pull request.
`;

/**
 * How to protect what applies past the review, step by step. An environment that doesn't exist yet is made by GitHub when
 * a workflow first names it, and has no reviewers.
 */
export function unreviewedSteps(branch: string): string {
  return `campaigns-apply-unreviewed.yml applies changes that no merged pull request
showed. Only the required reviewers of its environment stand between anyone
who can start a workflow and your customers. So before you merge it, on GitHub:
  1. Open the repository's Settings, then Environments, then New environment.
  2. Name it campaigns-unreviewed, and choose Configure environment.
  3. Turn on Required reviewers, and add the people or teams who may approve.
     Turn on Prevent self-review, too.
  4. Turn off Allow administrators to bypass configured protection rules.
  5. Under Deployment branches and tags choose Selected branches and tags,
     and add a rule for the branch ${branch}.
  6. Choose Save protection rules.
Without these steps GitHub creates the environment on the first run by itself,
and nobody has to approve. In a private repository, required reviewers need
GitHub Enterprise: without it, leave the workflow out.

`;
}

function aboutConfiguration({ written, kept, campaigns, workspace }: Started, configuration: string): string {
  const { name, target } = workspace;
  if (!kept.includes(configuration)) {
    return target
      ? `  2. Read ${configuration}. The workflows work with ${name}:
     replace the example values of its vars.`
      : `  2. Fill in ${name} in ${configuration}. The workflows
     work with it.`;
  }
  const example = `${campaigns}/onboarding/welcome-email.yaml`;
  return `  2. Read ${configuration} again. The workflows work with a
     workspace called ${name}${written.includes(example) ? VARS : ''}.`;
}

const VARS = `, and the example takes connector, from_address and
     reply_to from vars: add those that are missing, or delete the example`;

/** What settings lack that were there already. */
function additions({ unmerged }: Started): string {
  return unmerged.map(({ path, text }) => `\nAdd to ${path}:\n${indented(text)}`).join('');
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
