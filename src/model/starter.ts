/** The workspace that the workflows of a starter work with. */
export interface StarterWorkspace {
  readonly name: string;
  /** Undefined: to be filled in later. */
  readonly target: { readonly baseUrl: string; readonly appKey: string } | undefined;
}

/** The environment variable, and the secret on GitHub, that holds the API key of a workspace. */
export function keyVariable(name: string): string {
  return `CAMPAIGNS_${name.toUpperCase().replaceAll('-', '_')}_API_KEY`;
}

/** A text that a file should hold: its path from the root of the repository, with forward slashes. */
interface FileText {
  readonly path: string;
  readonly text: string;
}

/** What became of a starter. Paths count from the root of the repository. */
export interface Started {
  readonly written: readonly string[];
  /** What was there already, and stays as it is. */
  readonly kept: readonly string[];
  /** Kept copies of schemas that are of another version of the program. */
  readonly outdated: readonly string[];
  /** Kept settings that lack some of these lines. */
  readonly unmerged: readonly FileText[];
  /** The folder of campaigns. */
  readonly campaigns: string;
  /** The branch that workflows apply from. */
  readonly branch: string;
  readonly workspace: StarterWorkspace;
}
