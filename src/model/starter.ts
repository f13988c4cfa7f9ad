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

/** The text for a file, with its path relative to the root of the repository, with forward slashes. */
interface FileText {
  readonly path: string;
  readonly text: string;
}

/** The result of writing a starter. Paths are relative to the root of the repository. */
export interface Started {
  readonly written: readonly string[];
  /** Files that already existed and were kept. */
  readonly kept: readonly string[];
  /** Kept copies of schemas that belong to another version of the program. */
  readonly outdated: readonly string[];
  /** Kept settings, each with the text that should be added to it. */
  readonly missing: readonly FileText[];
  /** The campaigns folder. */
  readonly campaigns: string;
  /** The branch that workflows apply from. */
  readonly branch: string;
  readonly workspace: StarterWorkspace;
}
