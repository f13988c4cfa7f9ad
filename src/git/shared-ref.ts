import { attempt, type Git, isObjectId } from './git.ts';

/** The object that a ref points to; `undefined` if the ref doesn't exist. */
export type RefTip =
  | { readonly kind: 'tip'; readonly tip: string | undefined }
  | { readonly kind: 'unreachable'; readonly said: string };

/** The result of moving a ref. */
export type RefMove =
  | { readonly kind: 'moved' }
  /** Another run moved it first. */
  | { readonly kind: 'lost-race'; readonly now: string | undefined }
  | { readonly kind: 'not-moved'; readonly said: string };

/** A ref that several runs move by compare-and-swap: at origin if there is one, otherwise the local ref itself. */
export class SharedRef {
  readonly name: string;
  private readonly git: Git;

  constructor(git: Git, name: string) {
    this.git = git;
    this.name = name;
  }

  /** Reads the ref where it is shared. Writes nothing. */
  async tip(): Promise<RefTip> {
    if (!(await this.git.hasOrigin())) return { kind: 'tip', tip: await this.localTip() };
    const listed = await attempt(() => this.git.run('ls-remote', 'origin', this.name));
    if (listed.kind === 'failed') return { kind: 'unreachable', said: listed.said };
    return { kind: 'tip', tip: tipsByName(listed.value).get(this.name) };
  }

  localTip(): Promise<string | undefined> {
    return this.git.tipOf(this.name);
  }

  /** Moves the ref from one commit to another. `undefined` means that the ref doesn't exist. */
  async move(to: string | undefined, from: string | undefined): Promise<RefMove> {
    const lease = `--force-with-lease=${this.name}:${from ?? ''}`;
    const push = ['push', '--quiet', '--no-verify', lease, 'origin', `${to ?? ''}:${this.name}`];
    const moved = (await this.git.hasOrigin())
      ? await attempt(() => this.git.run(...push))
      : await attempt(() => this.git.moveRefs(swapCommand(this.name, to, from)));
    if (moved.kind === 'done') return { kind: 'moved' };
    const asked = await this.tip();
    if (asked.kind === 'unreachable') return { kind: 'not-moved', said: moved.said };
    const { tip: now } = asked;
    if (now === to) return { kind: 'moved' };
    // A push also matches its destination by the end of its name, and fails if another ref has the same end.
    return now === from ? { kind: 'not-moved', said: moved.said } : { kind: 'lost-race', now };
  }

  /** Whether this clone has a commit of the ref's history, after fetching it from origin if necessary. */
  ensureFetched(commit: string): Promise<boolean> {
    return this.git.ensureFetched(commit, this.name);
  }
}

/** What `ls-remote` lists: also refs whose names only end with a name that was asked for. */
function tipsByName(listing: string): ReadonlyMap<string, string> {
  return new Map(
    listing.split('\n').flatMap((line): [string, string][] => {
      const [tip = '', name] = line.split('\t');
      return name !== undefined && isObjectId(tip) ? [[name, tip]] : [];
    }),
  );
}

function swapCommand(name: string, to: string | undefined, from: string | undefined): string {
  if (to === undefined) return `delete ${name} ${from ?? ''}`;
  return from === undefined ? `create ${name} ${to}` : `update ${name} ${to} ${from}`;
}

/** The default branch at origin, which contains everything that was reviewed. */
export type OriginDefault =
  | { readonly kind: 'branch'; readonly name: string; readonly tip: string }
  /** There is an origin, but it has no branch yet, or its default branch is unknown. */
  | { readonly kind: 'none' }
  | { readonly kind: 'no-origin' }
  | { readonly kind: 'unreachable'; readonly said: string };

/** The branches that a bare repository's HEAD may name before they exist. */
const USUAL = ['main', 'master'];

/** Asks origin for its default branch. Moves no ref and fetches nothing. */
export async function originDefault(git: Git): Promise<OriginDefault> {
  if (!(await git.hasOrigin())) return { kind: 'no-origin' };
  const names = ['HEAD', ...USUAL.map((name) => `refs/heads/${name}`)];
  const asked = await attempt(() => git.run('ls-remote', '--symref', 'origin', ...names));
  if (asked.kind === 'failed') return { kind: 'unreachable', said: asked.said };
  const tips = tipsByName(asked.value);
  const [, named] = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(asked.value) ?? [];
  const tip = tips.get('HEAD');
  if (named !== undefined && tip !== undefined) return { kind: 'branch', name: named, tip };
  const [usual] = USUAL.flatMap((name) => {
    const found = tips.get(`refs/heads/${name}`);
    return found === undefined ? [] : [{ name, tip: found }];
  });
  return usual ? { kind: 'branch', ...usual } : { kind: 'none' };
}
