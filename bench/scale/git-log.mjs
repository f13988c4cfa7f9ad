// What `campaigns log` reads, by git alone.
import { git } from './repository.mjs';

process.stdout.write(
  `${git(process.argv[2], 'log', '--format=%H%n%B', 'campaigns-state/local').length} bytes\n`,
);
