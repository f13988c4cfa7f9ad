import { memberOf } from '../../model/json.ts';
import type { Failed } from '../../model/result.ts';

/** Our own codes: a run that comes later reads the service first, so running again never sends anything twice. */
const BY_CODE: Readonly<Record<string, string>> = {
  'not-reached':
    "Run this again in 5 minutes: it reads the status first. If it fails again, look at the campaign in the service's own interface.",
  unconfirmed: 'Run this again: it reads the campaign first, and sends nothing twice.',
  unclear: 'Run this again: it finds out first whether the change was made, and sends nothing twice.',
  unreachable: 'Run this again when the service answers.',
  unreadable: "Run this again. If it fails again, look at the campaign in the service's own interface.",
  interrupted: 'Run this again: it continues here.',
  'state-branch':
    'Run this again: it reads first what was sent. If the push is refused again, allow the workflow to push to campaigns-state/**.',
};

const BY_STATUS: Readonly<Record<string, string>> = {
  400: 'Correct the file in a pull request.',
  401: 'Check the API key of this workspace.',
  403: 'The credential may not change this campaign: ask its team, or take the file out.',
  404: 'Check in the service whether the campaign still exists, and check app_key in workspaces.yaml.',
  409: 'Run this again: it plans with what is live by then. If it fails again, look at the campaign in the service.',
  422: 'Correct the file in a pull request.',
};

const OTHERWISE = 'Run this again. If it fails again, open a pull request that corrects the file.';

/** What to do about a change that failed: the service's status says more than its code, which it may choose freely. */
export function failureAdvice({ code, status }: Pick<Failed, 'code' | 'status'>): string {
  const known = status === undefined ? memberOf(BY_CODE, code) : memberOf(BY_STATUS, String(status));
  return known ?? OTHERWISE;
}
