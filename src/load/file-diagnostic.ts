import { grade, NOTHING_KNOWN } from './grade.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { FileFault } from '../model/file-fault.ts';
import type { Finding, RuleCode, RuleParams } from '../model/findings.ts';
import type { ComponentName, Desired } from '../model/campaign.ts';

/** The diagnostic of a whole file that can't be read or written. */
export function fileDiagnostic(file: string, fault: FileFault): Diagnostic {
  switch (fault.code) {
    case 'E_FILE':
      return ofWhole(file, 'FILE', { fault });
    case 'E_FILE_MISSING':
      return ofWhole(file, 'FILE_MISSING', { fault });
    case 'E_FILE_NAME':
      return ofWhole(file, 'FILE_NAME', { why: fault.why, fault });
  }
}

/** A file that looks like a campaign but isn't read, because of its name or its folder. Paths are from the root. */
export function strayFile(file: string, campaigns: string): Diagnostic {
  const isInside = file.startsWith(`${campaigns}/`);
  return ofWhole(file, 'FILE_NAME', { why: 'stray', folder: campaigns, isInside });
}

/** A component of a campaign file contains the API key. */
export function secretDiagnostic(campaign: Desired, component: ComponentName): Diagnostic {
  const at = { file: campaign.file, ...(campaign.positions.get(component) ?? { line: 1, column: 1 }) };
  return diagnosticOf({ code: 'SECRET', params: { why: 'api-key', component }, at, path: [] });
}

/** A finding that no record and no clock changes. */
export function diagnosticOf(finding: Finding): Diagnostic {
  const [found] = grade([finding], NOTHING_KNOWN);
  if (!found) throw new Error(`${finding.code} has no severity.`);
  return found;
}

function ofWhole<Code extends RuleCode>(file: string, code: Code, params: RuleParams[Code]): Diagnostic {
  return diagnosticOf({ code, params, at: { file, line: 1, column: 1 }, path: [] } as unknown as Finding);
}
