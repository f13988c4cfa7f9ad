import type { StateProblem } from '../model/reasons.ts';
import type { StateTarget } from '../model/state.ts';
import type { DecodedState } from './state-files.ts';

/** Bindings belong to one service and one campaign folder. Undefined if both are as recorded. */
export function otherTarget({
  workspace,
  recorded,
  target,
}: {
  readonly workspace: string;
  readonly recorded: StateTarget;
  readonly target: StateTarget;
}): StateProblem | undefined {
  const [before, now] = [serviceOf(recorded), serviceOf(target)];
  if (before !== now) return { code: 'state-other-target', workspace, recorded: before, now };
  if (recorded.folder === undefined || target.folder === undefined || recorded.folder === target.folder)
    return undefined;
  return {
    code: 'state-other-target',
    workspace,
    recorded: `${recorded.folder}/`,
    now: `${target.folder}/`,
  };
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
    : { code: 'state-unusable', branch, path: decoded.path, fault: decoded.fault };
}
