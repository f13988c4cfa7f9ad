/** The workflow that applies without a review, in the folder of workflows. */
export const UNREVIEWED_WORKFLOW_FILE = 'campaigns-apply-unreviewed.yml';

/** The workspace that a starter's workflows use. */
export interface StarterWorkspace {
  readonly name: string;
  /** `undefined` if it will be filled in later. */
  readonly target: { readonly baseUrl: string; readonly appKey: string } | undefined;
}

/** The environment variable, and the GitHub secret, with the API key of a workspace. */
export function keyVariable(name: string): string {
  return `CAMPAIGNS_${name.toUpperCase().replaceAll('-', '_')}_API_KEY`;
}

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

/** The result of writing a starter. Paths are relative to the root of the repository. */
export interface Started extends StarterPlace {
  readonly written: readonly string[];
  /** Files that already existed and were kept. */
  readonly kept: readonly string[];
  /** Kept settings that lack some lines, each with the text that `init` would have written. */
  readonly missing: readonly { readonly path: string; readonly text: string }[];
}
