// Reads all bindings by one `cat-file --batch` and parses them as JSON.
import { execFileSync } from 'node:child_process';
import { git } from './repository.mjs';

const cwd = process.argv[2];
const blobs = git(cwd, 'ls-tree', '-r', 'campaigns-state/local', 'campaigns/')
  .split('\n')
  .flatMap((line) => line.split(/\s/)[2] ?? []);
const out = execFileSync('git', ['cat-file', '--batch'], {
  cwd,
  input: blobs.join('\n'),
  maxBuffer: 2 ** 30,
});
let [at, count] = [0, 0];
while (at < out.length) {
  const end = out.indexOf('\n', at);
  const size = Number(out.subarray(at, end).toString().split(' ')[2]);
  count += JSON.parse(out.subarray(end + 1, end + 1 + size).toString()) ? 1 : 0;
  at = end + 2 + size;
}
process.stdout.write(`${count} bindings\n`);
