// Most licenses allow a library to be bundled if their text is included.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './action-bundle.mjs';

/** The names, versions and licenses of all packages in a build. Throws if one has no license. */
export function licensesOf({ inputs }) {
  const folders = Object.keys(inputs).flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [],
  );
  return [...new Set(folders)]
    .sort()
    .map(licenseOf)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  const file = readdirSync(join(ROOT, folder)).find((one) => /^licen[cs]e/i.test(one));
  if (file === undefined && license === undefined) throw new Error(`${name} is bundled but names no license`);
  const text = file === undefined ? `License: ${license}` : readFileSync(join(ROOT, folder, file), 'utf8');
  return `${name} ${version}\n\n${text.trim()}\n`;
}
