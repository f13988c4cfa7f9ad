import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { stringify } from 'yaml';
import type { Channel } from '../model/campaign.ts';
import { SCHEMAS_FOLDER } from './campaign-schema.ts';
import { keyVariable, UNREVIEWED_WORKFLOW_FILE, type StarterWorkspace } from '../model/starter.ts';
import type { NewFile } from './write-files.ts';

const CONFIGURATION = 'campaigns/workspaces.yaml';

/** The examples by channel: paths in the program's folder starter/, as for all templates. */
const EXAMPLES = {
  EMAIL: ['campaigns/onboarding/welcome-email.yaml', 'campaigns/onboarding/welcome-email.html'],
  PUSH: ['campaigns/promo/gold-preview-push.yaml'],
} as const satisfies Record<Channel, readonly string[]>;

/** The schemas that campaign files and workspaces.yaml name in their first line. */
const SCHEMAS = ['campaign.schema.json', 'workspaces.schema.json'];

const CODEOWNERS = '.github/CODEOWNERS';

/** All other templates, in the order in which a user reads them. */
const REPOSITORY_FILES = [
  '.github/workflows/campaigns-plan.yml',
  '.github/workflows/campaigns-apply.yml',
  '.github/workflows/campaigns-drift.yml',
  CODEOWNERS,
  '.gitattributes',
  '.vscode/settings.json',
  '.vscode/extensions.json',
] as const;

/** The template of the workflow that applies without a review. Its environment has to be protected first, so it is written only on request. */
export const UNREVIEWED_WORKFLOW = `.github/workflows/${UNREVIEWED_WORKFLOW_FILE}`;

/** All templates. The configuration comes after the examples: if it is missing, a run was interrupted before it. */
export const TEMPLATES: readonly string[] = [
  ...Object.values(EXAMPLES).flat(),
  CONFIGURATION,
  ...REPOSITORY_FILES,
  UNREVIEWED_WORKFLOW,
];

/** The destination of a starter, and its workspace. */
export interface StarterPlace {
  /** The root of the repository, absolute. */
  readonly root: string;
  /** The folder of campaigns, from the root of the repository, with forward slashes: `campaigns` or `shop/campaigns`. */
  readonly campaigns: string;
  /** The branch whose pushes are applied. */
  readonly branch: string;
  readonly workspace: StarterWorkspace;
}

export interface StarterParts {
  /** The channels with an example; undefined: both, unless campaigns are already set up. */
  readonly channels: readonly Channel[] | undefined;
  readonly unreviewed: boolean;
}

/** The files of a starter, adapted to this repository. */
export function starterFor(home: string, place: StarterPlace, parts: StarterParts): NewFile[] {
  const isConfigured = existsSync(join(place.root, place.campaigns, 'workspaces.yaml'));
  const unreviewed = parts.unreviewed ? [UNREVIEWED_WORKFLOW] : [];
  if (parts.unreviewed && isConfigured) return filled(home, place, unreviewed);
  const examples = Object.entries(EXAMPLES).flatMap(([channel, paths]) =>
    paths.filter((path) => {
      const isWanted = parts.channels?.some((one) => one === channel) ?? !isConfigured;
      return isWanted || (isConfigured && existsSync(join(place.root, pathIn(place, path))));
    }),
  );
  const others = REPOSITORY_FILES.filter((path) => path !== CODEOWNERS || !hasOtherCodeowners(place.root));
  return [
    ...filled(home, place, [...examples, CONFIGURATION]),
    ...SCHEMAS.map((name) => ({
      path: posix.join(place.campaigns, SCHEMAS_FOLDER, name),
      text: readFileSync(join(home, 'schemas', name), 'utf8'),
    })),
    ...filled(home, place, [...others, ...unreviewed]),
  ];
}

/**
 * GitHub reads only the first CODEOWNERS file that it finds, so another one in .github/ would disable the existing one.
 */
function hasOtherCodeowners(root: string): boolean {
  return ['CODEOWNERS', 'docs/CODEOWNERS'].some((path) => existsSync(join(root, path)));
}

function filled(home: string, place: StarterPlace, templates: readonly string[]): NewFile[] {
  return templates.map((template) => {
    const text = readFileSync(join(home, 'starter', template), 'utf8');
    return { path: pathIn(place, template), text: fill(template, text, place) };
  });
}

/** Only the campaigns folder may be elsewhere. */
function pathIn({ campaigns }: Pick<StarterPlace, 'campaigns'>, template: string): string {
  return template.startsWith('campaigns/') ? posix.join(posix.dirname(campaigns), template) : template;
}

function fill(template: string, text: string, place: StarterPlace): string {
  if (template === CONFIGURATION) return configuration(text, place.workspace);
  if (template.startsWith('.github/workflows/')) return workflow(text, place);
  const base = posix.dirname(place.campaigns);
  if (template.startsWith('campaigns/') || base === '.') return text;
  switch (template) {
    case '.gitattributes':
      return text.replace(/^campaigns\/\*\*/m, () => attributesPattern(place.campaigns));
    case CODEOWNERS:
      return text.replaceAll(/^# campaigns\//gm, () => `# /${place.campaigns.replaceAll(' ', '\\ ')}/`);
    default:
      return text.replaceAll(/\bcampaigns\//g, () => `${JSON.stringify(base).slice(1, -1)}/campaigns/`);
  }
}

function attributesPattern(campaigns: string): string {
  const pattern = `${campaigns.replaceAll(/[*?[\]\\]/g, '\\$&')}/**`;
  return /[\s"]/.test(pattern) ? JSON.stringify(pattern) : pattern;
}

/** The entry of the workspace, commented out if its address isn't known yet. */
function configuration(text: string, { name, target }: StarterWorkspace): string {
  const named = text
    .replace(/^( {2}# )production:/m, (_, start: string) => `${start}${scalar(name)}:`)
    .replace('CAMPAIGNS_PRODUCTION_API_KEY', () => keyVariable(name));
  if (!target) return named;
  return named
    .replace('Your real workspace, to be filled in.', 'Your real workspace.')
    .replace(/^ {2}# {3}base_url: .*/m, () => `  #   base_url: ${scalar(target.baseUrl)}`)
    .replace(/^ {2}# {3}app_key: .*/m, () => `  #   app_key: ${scalar(target.appKey)}`)
    .replaceAll(/^ {2}# ( {2}.*|\S+:)$/gm, '  $1');
}

/** Text as YAML: quoted if another version of YAML would read it as a number or a boolean. */
function scalar(text: string): string {
  return stringify(text, { version: '1.1', lineWidth: 0 }).trimEnd();
}

/** Workflows are at the root of the repository, wherever the campaigns are. */
function workflow(text: string, { campaigns, branch, workspace }: StarterPlace): string {
  const base = posix.dirname(campaigns);
  // GitHub treats these characters in a path as a pattern.
  const pattern = `${campaigns.replaceAll(/[*?+[\]!\\]/g, '\\$&')}/**`;
  const { name } = workspace;
  return text
    .replaceAll(/(workspace: )?production/g, (_, field?: string) => (field ? field + scalar(name) : name))
    .replaceAll('CAMPAIGNS_PRODUCTION_API_KEY', () => keyVariable(name))
    .replaceAll("'campaigns/**'", () => (base === '.' ? "'campaigns/**'" : JSON.stringify(pattern)))
    .replaceAll(
      'working-directory: .',
      () => `working-directory: ${base === '.' ? '.' : JSON.stringify(base)}`,
    )
    .replaceAll('branches: [main]', () =>
      branch === 'main' ? 'branches: [main]' : `branches: ['${branch}']`,
    )
    .replaceAll('refs/heads/main', () => `refs/heads/${branch}`);
}
