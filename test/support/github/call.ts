import type { Answer } from './answers.ts';
import type { GitRepository } from './git-repository.ts';
import type { State } from './state.ts';
import type { Site } from './templates.ts';
import type { Token } from './tokens.ts';

/** A request that has passed all checks. */
export interface Call {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly url: URL;
  readonly accept: string;
  readonly token: Token;
}

/** What operations work on. */
export interface Scene {
  readonly site: Site;
  readonly state: State;
  readonly settings: Settings;
  readonly git: GitRepository;
}

/** Settings that the owner of a repository controls. */
export interface Settings {
  /** "Allow GitHub Actions to create and approve pull requests". */
  actionsMayOpenPulls: boolean;
}

export type Operate = (call: Call, scene: Scene) => Answer | Promise<Answer>;
