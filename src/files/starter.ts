import { readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import type { NewFile } from './write-new-files.ts';

/** What a starter is made of, in the order in which it is read: paths in the program's folder starter/. */
export const STARTER = [
  'campaigns/workspaces.yaml',
  'campaigns/onboarding/welcome-email.yaml',
  'campaigns/onboarding/welcome-email.html',
  '.github/workflows/campaigns-plan.yml',
  '.github/workflows/campaigns-apply.yml',
  '.github/workflows/campaigns-drift.yml',
] as const;

/** The workflow that applies past the review, in the folder of workflows. */
export const UNREVIEWED_WORKFLOW_FILE = 'campaigns-apply-unreviewed.yml';
/** The same as a template. Its environment has to be protected first, so it is written on request only. */
export const UNREVIEWED_WORKFLOW = `.github/workflows/${UNREVIEWED_WORKFLOW_FILE}`;

/** Where a starter goes to. */
export interface StarterPlace {
  readonly root: string;
  /** The folder of campaigns, from the root of the repository, with forward slashes: `campaigns` or `shop/campaigns`. */
  readonly campaigns: string;
  /** The branch whose pushes are applied. */
  readonly branch: string;
  /** The folder of the schemas, absolute, where files of the repository can name it. */
  readonly schemas: string | undefined;
}

/** The files of a starter as they are in this repository. */
export function starterFor(
  home: string,
  place: StarterPlace,
  templates: readonly string[] = STARTER,
): NewFile[] {
  return templates.map((template) => {
    const text = readFileSync(join(home, 'starter', template), 'utf8');
    return template.startsWith('.github/')
      ? { path: template, text: workflow(text, place) }
      : campaignFile(template, text, place);
  });
}

/** Workflows lie at the root of the repository, wherever campaigns do. */
function workflow(text: string, { campaigns, branch }: StarterPlace): string {
  const base = posix.dirname(campaigns);
  // GitHub reads these characters of a path as a pattern.
  const pattern = `${campaigns.replaceAll(/[*?+[\]!\\]/g, '\\$&')}/**`;
  return text
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

const MODELINE = /^# yaml-language-server: \$schema=.*\/(.+)\n/;

/** The first line names the schema for editors; without a schema that everybody has it is left out. */
function campaignFile(template: string, text: string, { root, campaigns, schemas }: StarterPlace): NewFile {
  const path = posix.join(posix.dirname(campaigns), template);
  const modeline = (_: string, name: string) => {
    if (schemas === undefined) return '';
    const schema = relative(dirname(join(root, path)), join(schemas, name))
      .split(sep)
      .join('/');
    return `# yaml-language-server: $schema=${schema}\n`;
  };
  return { path, text: text.replace(MODELINE, modeline) };
}
