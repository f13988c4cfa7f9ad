// Campaign files and workspaces.yaml end in .yaml or .yml, in lowercase.

/** Whether a name, or the end of a path, is one of a YAML file. */
export function isYaml(path: string): boolean {
  return YAML.test(path);
}

/** A name or a path without this ending. */
export function withoutYaml(path: string): string {
  return path.replace(YAML, '');
}

const YAML = /\.ya?ml$/;
