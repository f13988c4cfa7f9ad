import { attempt, type Git } from './git.ts';
import { isObjectId } from './object-id.ts';

/** The branch at origin that everything reviewed ends up on. */
export type OriginDefault =
  | { readonly kind: 'branch'; readonly name: string; readonly tip: string }
  /** There is an origin, but nothing says which of its branches that is, or it has none yet. */
  | { readonly kind: 'none' }
  | { readonly kind: 'no-origin' }
  | { readonly kind: 'unreachable'; readonly said: string };

/** What an origin's HEAD names in vain where a bare repository was made before its first push. */
const USUAL = ['main', 'master'];

/** Asks origin; moves no ref and brings nothing. */
export async function originDefault(git: Git): Promise<OriginDefault> {
  if (!(await git.hasOrigin())) return { kind: 'no-origin' };
  const names = ['HEAD', ...USUAL.map((name) => `refs/heads/${name}`)];
  const asked = await attempt(() => git.run('ls-remote', '--symref', 'origin', ...names));
  if (asked.kind === 'failed') return { kind: 'unreachable', said: asked.said };
  const lines = asked.value.split('\n').map((line) => line.split('\t'));
  // git lists every ref whose name ends in one of ours.
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
