// The type declarations of the library: those of its entry point, and of each file that they import.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/** Texts of declaration files by their path below `src`. Throws if a type has to be inferred from another file. */
export function libraryTypes(src) {
  const found = new Map();
  addTypes(src, 'library.ts', found);
  return found;
}

function addTypes(src, entry, found) {
  const path = entry.replace(/\.ts$/, '.d.ts');
  if (found.has(path)) return;
  const { outputText, diagnostics } = ts.transpileDeclaration(readFileSync(join(src, entry), 'utf8'), {
    fileName: entry,
    reportDiagnostics: true,
    compilerOptions: { isolatedDeclarations: true, target: ts.ScriptTarget.ES2023 },
  });
  const [problem] = diagnostics;
  if (problem) throw new Error(`${entry}: ${ts.flattenDiagnosticMessageText(problem.messageText, '\n')}`);
  found.set(path, outputText.replace(/(from '\.[^']+)\.ts'/g, "$1.js'"));
  for (const [, imported] of outputText.matchAll(/from '(\.[^']+)'/g))
    addTypes(src, posix.join(posix.dirname(entry), imported), found);
}
