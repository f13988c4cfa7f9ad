import type { WorkspaceOptions } from '../domain/service-options.ts';

/** The features of each workspace: those of its options until the control interface changes them. */
export class FeatureSwitches {
  readonly #options: readonly WorkspaceOptions[];
  #features: Map<string, ReadonlySet<string>> = new Map();

  constructor(workspaces: readonly WorkspaceOptions[]) {
    this.#options = workspaces;
    this.reset();
  }

  of(workspace: string): ReadonlySet<string> {
    return this.#features.get(workspace) ?? new Set();
  }

  set(workspace: string, features: readonly string[]): void {
    this.#features.set(workspace, new Set(features));
  }

  reset(): void {
    this.#features = new Map(this.#options.map(({ appKey, features }) => [appKey, new Set(features)]));
  }
}
