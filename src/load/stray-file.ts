import type { Diagnostic } from '../model/diagnostic.ts';

/** A file that looks like a campaign but isn't read, because of its name or its folder. Paths are from the root. */
export function strayFile(file: string, campaigns: string): Diagnostic {
  const isInside = file.startsWith(`${campaigns}/`);
  const isText = /\.txt$/i.test(file);
  const why = isInside ? 'its name ends in .txt' : `it is not in ${campaigns}/`;
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.txt$/i, '');
  const rename = `rename it to ${name}`;
  const move = `move it into ${campaigns}/${isText ? `, and ${rename}` : ''}`;
  return {
    ...{ file, line: 1, column: 1 },
    code: 'W_FILE_NAME',
    message: `this file looks like a campaign, but is not read, because ${why}`,
    hint: isInside ? rename : move,
  };
}
