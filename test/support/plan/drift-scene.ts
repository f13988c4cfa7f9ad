import type { Desired, Live } from '../../../src/model/campaign.ts';
import type { DriftReport } from '../../../src/model/drift.ts';
import type { LiveAnswer } from '../../../src/model/live-answer.ts';
import type { Binding, State } from '../../../src/model/state.ts';
import { findDrift, type DriftInputs } from '../../../src/plan/find-drift.ts';
import { ANSWERED_500 } from '../answer-problems.ts';
import { bindingOf, desired, digest, key, live, NOW, stateOf, WORKSPACE } from '../builders.ts';

export const utm = (source: string) => ({ utm_params: { utm_source: source } });
export const segment = (name: string) => ({ segmentation_details: { included_filters: { name } } });

export interface Scene {
  readonly binding?: Binding;
  readonly live?: Live | 'missing' | 'unreadable';
  readonly file?: Desired | 'gone';
  readonly state?: Partial<State>;
  readonly more?: Partial<DriftInputs>;
}

/** The drift of one campaign, `a`. By default, its file is as last applied. */
export function look({
  binding = bindingOf(live()),
  live: now = live(),
  file,
  state,
  more,
}: Scene): DriftReport {
  const { applied, status, deliveryType } = binding;
  const unchanged = desired({
    components: applied,
    status: status.applied,
    type: deliveryType as Desired['deliveryType'],
  });
  return findDrift({
    workspace: WORKSPACE,
    policy: { drift: 'revert', guard: { share: 1, atLeast: 1_000 } },
    commit: null,
    desired: file === 'gone' ? [] : [file ?? unchanged],
    files: 'read',
    state: stateOf([binding], state),
    live: new Map([[key('a'), answerOf(now)]]),
    now: NOW,
    digest,
    ...more,
  });
}

function answerOf(now: NonNullable<Scene['live']>): LiveAnswer {
  if (now === 'missing') return { kind: 'missing' };
  if (now === 'unreadable') return { kind: 'unknown', cause: 'malformed', problem: ANSWERED_500 };
  return { kind: 'present', live: now };
}
