import type { Started } from '../documents/init-document.ts';

/** What was written and what was kept, a line each. */
export function initText({ written, kept }: Started): string {
  return [
    ...written.map((path) => `wrote ${path}\n`),
    ...kept.map((path) => `kept ${path} (it is there already)\n`),
  ].join('');
}

/** What a person does next, in order. */
export function nextSteps(started: Started): string {
  const { written, kept, campaigns, branch } = started;
  if (written.length === 0) return 'Nothing was missing.\n';
  // Only the one workflow: all else is set up already.
  if (![...written, ...kept].includes(`${campaigns}/workspaces.yaml`)) return COMMIT;
  const configuration = `${campaigns}/workspaces.yaml`;
  return `
Next
${aboutConfiguration(started, configuration)}
  2. Try it. No account is needed:
       campaigns serve                         (stays; so in another terminal:)
       campaigns validate --strict
       CAMPAIGNS_API_KEY=local campaigns plan
  3. Give the repository the key of production as a secret:
       gh secret set CAMPAIGNS_PRODUCTION_API_KEY
     and one that signs plan comments, which nobody needs to know:
       openssl rand -base64 32 | gh secret set CAMPAIGNS_REVIEW_KEY
     The workflows pass both to the action campaign-reconciler. They apply
     from the branch ${branch}.
  4. Commit ${configuration} alone, and merge that first: a plan on
     a pull request goes to the service that the base branch names, so that no
     edit can send the key elsewhere.
  5. Then the rest, on a pull request.
${editorSetting(started)}`;
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

function aboutConfiguration({ written, kept, campaigns }: Started, configuration: string): string {
  if (!kept.includes(configuration)) {
    return `  1. Read ${configuration}. It names the services that campaigns go
     to: local is one on your own machine. The workflows work with
     production: uncomment it and fill it in.`;
  }
  const example = `${campaigns}/onboarding/welcome-email.yaml`;
  return `  1. Read ${configuration} again. The workflows work with a workspace
     called production${written.includes(example) ? VARS : ''}.`;
}

const VARS = `, and the example takes connector, from_address and
     reply_to from vars: add what is not there, or remove the example`;

/** Completion and hover in editors with the YAML language server, for files that can't name their schema. */
function editorSetting({ schemas, campaigns }: Started): string {
  if (schemas === undefined) return '';
  const setting = {
    [`${schemas}/campaign.schema.json`]: [
      `${campaigns}/**/*.yaml`,
      `${campaigns}/**/*.yml`,
      `!${campaigns}/workspaces.yaml`,
    ],
    [`${schemas}/workspaces.schema.json`]: [`${campaigns}/workspaces.yaml`],
  };
  return `
For completion and hover in VS Code install its YAML extension, and add to your
settings:
"yaml.schemas": ${JSON.stringify(setting, null, 2)}
`;
}
