import { fileFaultWords } from '../messages/file-fault-messages.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { FileFault } from '../model/file-fault.ts';
import type { ComponentName, Desired } from '../model/campaign.ts';

/** The diagnostic of a whole file that can't be read or written. */
export function fileDiagnostic(file: string, fault: FileFault): Diagnostic {
  return { file, line: 1, column: 1, code: fault.code, ...fileFaultWords(fault) };
}

/** A file that looks like a campaign but isn't read, because of its name or its folder. Paths are from the root. */
export function strayFile(file: string, campaigns: string): Diagnostic {
  const isInside = file.startsWith(`${campaigns}/`);
  const isText = /\.txt$/i.test(file);
  const why = isInside ? 'its name ends in .txt' : `it is not in ${campaigns}/`;
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.txt$/i, '');
  const rename = `rename it to ${name}`;
  const move = `move it into ${campaigns}/, or back to its folder there${isText ? `, and ${rename}` : ''}`;
  return {
    file,
    line: 1,
    column: 1,
    code: 'W_FILE_NAME',
    message: `this file looks like a campaign, but is not read, because ${why}`,
    hint: isInside ? rename : move,
  };
}

/** A component of a campaign file contains the API key. */
export function secretDiagnostic(campaign: Desired, component: ComponentName): Diagnostic {
  return {
    file: campaign.file,
    ...(campaign.positions.get(component) ?? { line: 1, column: 1 }),
    code: 'E_SECRET',
    message: `${component} contains the API key`,
    hint: 'remove it, and create a new API key, because this one may be in the history of the repository',
  };
}
