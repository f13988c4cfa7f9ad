// What `campaigns log` reads, by git alone; more options of git may follow the folder.
import { git } from './repository.mjs';

const [cwd, ...options] = process.argv.slice(2);
process.stdout.write(
  `${git(cwd, 'log', '--format=%H%n%B', ...options, 'campaigns-state/local').length} bytes\n`,
);
