// One commit without changes, by git alone.
import { git } from './repository.mjs';

const [cwd] = process.argv.slice(2);
process.stdout.write(git(cwd, 'commit-tree', '-m', 'An outcome', 'HEAD^{tree}'));
