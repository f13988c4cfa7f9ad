import { keyVariable, type Started } from '../model/starter.ts';

/** A line for each file that was written or kept. */
export function initText({ written, kept, outdated, missing }: Started): string {
  const why = (path: string) => {
    if (outdated.includes(path)) return 'it is from another version: delete it, then run this again';
    return missing.some((one) => one.path === path)
      ? 'it already exists; see what to add below'
      : 'it already exists';
  };
  return [
    ...written.map((path) => `wrote ${path}\n`),
    ...kept.map((path) => `kept ${path} (${why(path)})\n`),
  ].join('');
}

/** The answers that were given for a file that existed already. */
export function unusedAnswers({ campaigns }: Pick<Started, 'campaigns'>, options: readonly string[]): string {
  const line = (option: string) =>
    `${campaigns}/workspaces.yaml already exists, so ${option} was not used.\n`;
  return options.map(line).join('');
}

/** What to do next, in order. */
export function nextSteps(started: Started): string {
  const { written, kept, campaigns, branch, workspace } = started;
  const configuration = `${campaigns}/workspaces.yaml`;
  if (written.length === 0)
    return `${started.missing.length > 0 ? 'No file was missing.' : 'Nothing was missing.'}\n`;
  // Only one workflow was added: the rest is already set up.
  if (![...written, ...kept].includes(configuration)) return COMMIT;
  return `
Next
  1. Try it on your own machine. No account is needed:
       campaigns serve --quiet &
       export CAMPAIGNS_API_KEY=local
       campaigns validate --strict
       campaigns plan
       git add ${toCommit(started)}
       git commit -m 'Add our campaigns'
       git push -u origin ${branch}  # only if there is an origin
       campaigns apply
     For this trial, one commit can contain all files. When this service stops,
     its campaigns are gone, unless it was started with --data FILE.

Before you use your real service
${aboutConfiguration(started, configuration)}
  3. Give the repository the API key of ${workspace.name} as a secret:
       gh secret set ${keyVariable(workspace.name)}
     and a random one that signs plan comments:
       openssl rand -hex 32 | gh secret set CAMPAIGNS_REVIEW_KEY
     The workflows pass both to the action campaign-reconciler. They apply
     from the branch ${branch}.
  4. Merge ${configuration} alone, before anything else. A plan
     on a pull request uses the service that the base branch names, so that no
     edit can send the API key elsewhere.
  5. Merge the other files with a pull request.
`;
}

/** The folders and files at the root that were written, for a shell. */
function toCommit({ written, campaigns }: Started): string {
  const roots = written.map((path) =>
    path.startsWith(`${campaigns}/`) ? campaigns : (path.split('/')[0] ?? path),
  );
  return [...new Set(roots)].map((path) => (/^[\w./-]+$/.test(path) ? path : `"${path}"`)).join(' ');
}

const COMMIT = `
Next
  1. Create the environment as described above.
  2. Commit the workflow, and merge it with a pull request.
`;

/**
 * How to protect the workflow that applies changes without a merged review, step by step. GitHub creates a missing
 * environment, without reviewers, when a workflow first names it.
 */
export function unreviewedSteps(branch: string): string {
  return `campaigns-apply-unreviewed.yml applies changes that no merged pull request
showed. Anyone who can start a workflow can start it, and only the required
reviewers of its environment can stop it. Set them up before you merge it:
  1. Open the repository's Settings, then Environments, then New environment.
  2. Name it campaigns-unreviewed, and choose Configure environment.
  3. Turn on Required reviewers, and add the people or teams who may approve.
     Turn on Prevent self-review, too.
  4. Turn off Allow administrators to bypass configured protection rules.
  5. Under Deployment branches and tags choose Selected branches and tags,
     and add a rule for the branch ${branch}.
  6. Choose Save protection rules.
Without these steps, GitHub creates the environment on the first run, and no
approval is required. In a private repository, required reviewers need GitHub
Enterprise. If you don't have it, leave out the workflow.

`;
}

function aboutConfiguration({ written, kept, campaigns, workspace }: Started, configuration: string): string {
  const { name, target } = workspace;
  if (!kept.includes(configuration)) {
    return target
      ? `  2. Read ${configuration}. The workflows use ${name}:
     replace the example values of its vars.`
      : `  2. Fill in ${name} in ${configuration}: replace its
     example values, and remove the # before its lines. The workflows use it.`;
  }
  const example = `${campaigns}/onboarding/welcome-email.yaml`;
  return `  2. Read ${configuration} again. The workflows use a
     workspace called ${name}${written.includes(example) ? VARS : ''}.`;
}

const VARS = `, and the example takes connector, from_address and
     reply_to from vars: add those that are missing, or delete the example`;

/** What to add to settings that already existed. */
export function additions({ missing }: Started): string {
  return missing.map(({ path, text }) => `\nAdd to ${path}:\n${text.replace(/^(?=.)/gm, '  ')}`).join('');
}
