import { attempt, type Git } from './git.ts';
import { isObjectId } from './object-id.ts';

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
  const lines = asked.value.split('\n').map((line) => line.split('\t'));
  // git lists every ref whose name ends with one of these names.
  const ofName = (name: string) => lines.filter(([, one]) => one === name).map(([text = '']) => text);
  const head = ofName('HEAD');
  const [, named] =
    /^ref: refs\/heads\/(.+)$/.exec(head.find((text) => text.startsWith('ref: ')) ?? '') ?? [];
  const tip = head.find(isObjectId);
  if (named !== undefined && tip !== undefined) return { kind: 'branch', name: named, tip };
  const [usual] = USUAL.flatMap((name) =>
    ofName(`refs/heads/${name}`)
      .filter(isObjectId)
      .map((found) => ({ name, tip: found })),
  );
  return usual ? { kind: 'branch', ...usual } : { kind: 'none' };
}
