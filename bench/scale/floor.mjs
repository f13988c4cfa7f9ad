// The least that any such program does: reads the campaign files, parses them as YAML, and each HTML text once with the
// parser that `validate` uses.
//   node bench/scale/floor.mjs FOLDER
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { scanHtml } from '../../dist/load/content/html.js';

const folder = join(process.argv[2], 'campaigns');
let [files, texts] = [0, 0];
for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (path.endsWith('.yaml')) files += parse(readFileSync(join(folder, path), 'utf8')) ? 1 : 0;
  if (path.endsWith('.html'))
    texts += scanHtml(...Array(2).fill(readFileSync(join(folder, path), 'utf8'))) ? 1 : 0;
}
process.stdout.write(`${files} files, ${texts} texts\n`);
