import type { ComponentName, Desired } from '../model/campaign.ts';
import type { Diagnostic } from '../model/diagnostic.ts';

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
