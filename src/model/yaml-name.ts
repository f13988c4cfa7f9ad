// Campaign files and workspaces.yaml end in .yaml or .yml, in lowercase.

export function isYaml(path: string): boolean {
  return YAML.test(path);
}

export function withoutYaml(path: string): string {
  return path.replace(YAML, '');
}

const YAML = /\.ya?ml$/;
