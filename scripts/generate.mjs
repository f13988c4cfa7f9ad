// Writes all that is generated from schemas, tables, action.yml and the data of caniemail, formatted. With --check, nothing is
// written, and exit 1 means that something is outdated.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

// Each one reads what the ones before it have written.
for (const name of ['client-support', 'schema', 'docs']) {
  const { files } = await import(`./generate-${name}.mjs`);
  for (const [file, text] of Object.entries(files)) {
    const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
    const wanted = await format(text, { ...(await resolveConfig(path)), filepath: path });
    if (existsSync(path) && readFileSync(path, 'utf8') === wanted) continue;
    if (!process.argv.includes('--check')) writeFileSync(path, wanted);
    else {
      console.error(`${file} is out of date. Run: npm run generate`);
      process.exitCode = 1;
    }
  }
}
