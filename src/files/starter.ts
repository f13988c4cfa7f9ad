import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import type { Channel } from '../model/campaign.ts';
import {
  keyVariable,
  UNREVIEWED_WORKFLOW_FILE,
  type StarterPlace,
  type StarterWorkspace,
} from '../model/starter.ts';
import type { NewFile } from './write-files.ts';

/** The folder that this program is installed in: the same from src/ as from dist/. */
const PROGRAM = fileURLToPath(new URL('../../', import.meta.url));

/** When a template is written. */
type When = 'always' | Channel | 'unreviewed' | 'no-codeowners';

const CONFIGURATION = 'campaigns/workspaces.yaml';
const WORKFLOWS = '.github/workflows/';

/**
 * All templates, by their paths in the program's folder starter/. The configuration comes after the examples: if it is
 * missing, a run was interrupted before it. The workflow that applies without a review is written only on request,
 * because its environment has to be protected first.
 */
export const TEMPLATES: Readonly<Record<string, When>> = {
  'campaigns/onboarding/welcome-email.yaml': 'EMAIL',
  'campaigns/onboarding/welcome-email.html': 'EMAIL',
  'campaigns/promo/gold-preview-push.yaml': 'PUSH',
  [CONFIGURATION]: 'always',
  'campaigns/.schemas/campaign.schema.json': 'always',
  'campaigns/.schemas/workspaces.schema.json': 'always',
  [`${WORKFLOWS}campaigns-plan.yml`]: 'always',
  [`${WORKFLOWS}campaigns-apply.yml`]: 'always',
  [`${WORKFLOWS}campaigns-drift.yml`]: 'always',
  [`${WORKFLOWS}campaigns-test-send.yml`]: 'always',
  '.github/CODEOWNERS': 'no-codeowners',
  '.gitattributes': 'always',
  '.vscode/settings.json': 'always',
  '.vscode/extensions.json': 'always',
  [WORKFLOWS + UNREVIEWED_WORKFLOW_FILE]: 'unreviewed',
};

/**
 * The files of a starter, adapted to this repository, with an example for each of the channels; undefined: both, unless
 * campaigns are already set up.
 */
export function starterFor(
  place: StarterPlace,
  { channels, unreviewed }: { channels: readonly Channel[] | undefined; unreviewed: boolean },
): NewFile[] {
  const isThere = (path: string) => existsSync(join(place.root, path));
  const isConfigured = isThere(`${place.campaigns}/workspaces.yaml`);
  const examples = channels ?? (isConfigured ? [] : ['EMAIL', 'PUSH']);
  const isWanted = (template: string, when: When) => {
    if (when === 'unreviewed' || (unreviewed && isConfigured)) return when === 'unreviewed' && unreviewed;
    // GitHub reads only the first CODEOWNERS that it finds: one in .github/ would disable another one.
    if (when === 'no-codeowners') return !['CODEOWNERS', 'docs/CODEOWNERS'].some(isThere);
    return when === 'always' || examples.includes(when) || isThere(pathIn(place, template));
  };
  return Object.entries(TEMPLATES).flatMap(([template, when]) =>
    isWanted(template, when) ? [{ path: pathIn(place, template), text: fill(template, place) }] : [],
  );
}

/** Only the campaigns folder may be elsewhere. */
function pathIn({ campaigns }: StarterPlace, template: string): string {
  return template.startsWith('campaigns/') ? posix.join(posix.dirname(campaigns), template) : template;
}

function fill(template: string, place: StarterPlace): string {
  const schema = template.startsWith('campaigns/.schemas/') && posix.basename(template);
  const source = schema ? join('schemas', schema) : join('starter', template);
  const text = readFileSync(join(PROGRAM, source), 'utf8');
  if (template === CONFIGURATION) return configuration(text, place.workspace);
  if (template.startsWith('campaigns/')) return text;
  if (template.startsWith(WORKFLOWS)) return workflow(text, place);
  const { campaigns } = place;
  if (campaigns === 'campaigns') return text;
  if (template === '.gitattributes') {
    const pattern = `${campaigns.replaceAll(/[*?[\]\\]/g, '\\$&')}/**`;
    return text.replace(/^campaigns\/\*\*/m, () =>
      /[\s"]/.test(pattern) ? JSON.stringify(pattern) : pattern,
    );
  }
  if (posix.basename(template) === 'CODEOWNERS')
    return text.replaceAll(/^# campaigns\//gm, () => `# /${campaigns.replaceAll(' ', '\\ ')}/`);
  return text.replaceAll(/\bcampaigns\//g, () => `${JSON.stringify(campaigns).slice(1, -1)}/`);
}

/** The entry of the workspace; if its target isn't known yet, with one that leads nowhere. */
function configuration(text: string, { name, target }: StarterWorkspace): string {
  const named = text
    .replace(/^ {2}production:/m, () => `  ${scalar(name)}:`)
    .replace('CAMPAIGNS_PRODUCTION_API_KEY', () => keyVariable(name));
  if (!target) return named;
  return named
    .replace('Your real workspace, to be filled in: this address leads nowhere.', 'Your real workspace.')
    .replace('https://api.example.invalid/', () => scalar(target.baseUrl))
    .replace('YOUR-WORKSPACE', () => scalar(target.appKey));
}

/** Text as YAML: quoted if another version of YAML would read it as a number or a boolean. */
function scalar(text: string): string {
  return stringify(text, { version: '1.1', lineWidth: 0 }).trimEnd();
}

/** Workflows are at the root of the repository, wherever the campaigns are. */
function workflow(text: string, { campaigns, branch, workspace: { name } }: StarterPlace): string {
  const filled = text
    .replaceAll(/(workspace: )?production/g, (_, field?: string) => (field ? field + scalar(name) : name))
    .replaceAll('CAMPAIGNS_PRODUCTION_API_KEY', () => keyVariable(name))
    .replaceAll('branches: [main]', () =>
      branch === 'main' ? 'branches: [main]' : `branches: ['${branch}']`,
    )
    .replaceAll('refs/heads/main', () => `refs/heads/${branch}`);
  if (campaigns === 'campaigns') return filled;
  // GitHub treats these characters in a path as a pattern.
  const pattern = `${campaigns.replaceAll(/[*?+[\]!\\]/g, '\\$&')}/**`;
  return filled
    .replaceAll("'campaigns/**'", () => JSON.stringify(pattern))
    .replaceAll(
      'working-directory: .',
      () => `working-directory: ${JSON.stringify(posix.dirname(campaigns))}`,
    );
}
