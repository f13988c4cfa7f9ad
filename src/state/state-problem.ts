import type { StateProblem } from '../model/reasons.ts';
import type { StateTarget } from '../model/state.ts';
import type { DecodedState } from './state-files.ts';

interface Targets {
  readonly workspace: string;
  readonly recorded: StateTarget;
  readonly target: StateTarget;
}

/** Bindings belong to one service and one campaign folder. Undefined if both are as recorded. */
export function otherTarget({ workspace, recorded, target }: Targets): StateProblem | undefined {
  const code = 'state-other-target';
  const [before, now] = [serviceOf(recorded), serviceOf(target)];
  if (before !== now) return { code, workspace, recorded: before, now };
  if (recorded.folder === undefined || target.folder === undefined || recorded.folder === target.folder)
    return undefined;
  return { code, workspace, recorded: `${recorded.folder}/`, now: `${target.folder}/` };
}

/** The address may have been edited by hand and may not be one. */
function serviceOf({ baseUrl, appKey }: StateTarget): string {
  return `${URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl} (${appKey})`;
}

/** A file of the branch that this version can't use. */
export function unreadableState(
  branch: string,
  decoded: Exclude<DecodedState, { readonly kind: 'state' }>,
): StateProblem {
  return decoded.kind === 'newer'
    ? { code: 'state-newer', where: `${branch}:${decoded.path}` }
    : { code: 'state-unusable', branch, path: decoded.path, fault: decoded.fault, said: decoded.said };
}
