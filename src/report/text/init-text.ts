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
  const { written, campaigns, branch } = started;
  if (written.length === 0) return 'Nothing was missing.\n';
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

function aboutConfiguration({ written, kept, campaigns }: Started, configuration: string): string {
  if (!kept.includes(configuration)) {
    return `  1. Read ${configuration}. It names the services that campaigns go
     to: local is one on your own machine; fill in production.`;
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
