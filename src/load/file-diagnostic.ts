import { grade } from './grade.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { isMissing, type FileFault, type Fact, type Finding } from '../model/findings.ts';
import type { ComponentName, Desired } from '../model/campaign.ts';

/** Why a file can't be read or written. */
export function factOfFault(fault: FileFault): Fact {
  const code = fault.why === 'capital-extension' ? 'FILE_NAME' : isMissing(fault) ? 'FILE_MISSING' : 'FILE';
  return { code, params: { fault } };
}

/** A whole file that can't be read or written. */
export function findingOfFault(file: string, fault: FileFault): Finding {
  return { ...factOfFault(fault), at: { file, line: 1, column: 1 }, path: [] };
}

export function fileDiagnostic(file: string, fault: FileFault): Diagnostic {
  return diagnosticOf(findingOfFault(file, fault));
}

/** A component of a campaign file contains a secret of this run. */
export function secretDiagnostic(campaign: Desired, component: ComponentName): Diagnostic {
  const at = { file: campaign.file, ...(campaign.positions.get(component) ?? { line: 1, column: 1 }) };
  return diagnosticOf({ code: 'SECRET', params: { why: 'known', component }, at, path: [] });
}

/** A finding that no record and no clock changes. */
export function diagnosticOf(finding: Finding): Diagnostic {
  const [found] = grade([finding]);
  if (!found) throw new Error(`${finding.code} has no severity.`);
  return found;
}
