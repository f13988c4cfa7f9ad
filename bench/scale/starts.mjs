// How long the program takes to start, beside a bare `node -e 0`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { actionStart } from '../action-start.mjs';
import { figure } from './figures.mjs';
import { campaigns, paired, run } from './measure.mjs';
import { makeRepository } from './repository.mjs';

const PAIRS = 9;

export async function measureStarts() {
  const folder = mkdtempSync(join(tmpdir(), 'campaigns-starts-'));
  try {
    const cwd = join(folder, 'shop');
    const [key] = makeRepository(cwd, { count: 1, url: 'http://127.0.0.1:9/' });
    const bare = () => run('-e', ['0']);
    const beside = async (name, args, atMost) => {
      const pair = await paired(PAIRS, () => campaigns(args, { cwd }), bare);
      return figure(name, pair, { to: 'bare node', atMost });
    };
    const { action, bare: node } = await actionStart(PAIRS);
    return [
      await beside('P8 --version', ['--version'], 2),
      await beside('P8 validate of one file', ['validate', '--quiet', `campaigns/${key}.yaml`], 5),
      // What the action does until its first request can only be timed: it is ended there.
      {
        name: 'P8 first request of the action',
        to: 'bare node',
        atMost: 5,
        ratio: action / node,
        elapsed: action / node,
        seconds: action / 1000,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
