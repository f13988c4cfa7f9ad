import { withoutLeaves, missingLeaves, unshownLeaves } from '../model/component-leaves.ts';
import { comparable, sameComponent } from '../model/canonical.ts';
import {
  componentNames,
  inCanonicalOrder,
  type ComponentName,
  type Desired,
  type Live,
} from '../model/campaign.ts';
import type { JsonObject } from '../model/json.ts';
import type { Cause, ComponentChange, Note } from '../model/plan.ts';
import { SETTLED_AFTER_MS } from '../model/resolve-intent.ts';
import { AUDIENCE } from '../model/verify.ts';
import { isSpelling } from '../model/spelling.ts';
import type { Binding, Unconfirmed } from '../model/state.ts';
import {
  movedLeaves,
  newDefaults,
  withoutNewDefaults,
  withoutServerDefaults,
  type FourValues,
} from './server-defaults.ts';

/** The result of comparing one managed campaign, component by component. */
export interface Comparison {
  readonly changes: readonly ComponentChange[];
  /** Components that are in sync but not recorded as such yet. */
  readonly toRecord: readonly ComponentName[];
  readonly notes: readonly Note[];
}

export interface CompareContext {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether a person accepts the live values in place of what was sent. */
  readonly acceptsUnconfirmed: boolean;
}

/** The four values of each component: desired and applied, live and observed. */
export function compare(
  desired: Pick<Desired, 'components'>,
  { live, binding }: { readonly live: Live; readonly binding: Binding },
  context: CompareContext,
): Comparison {
  const changes: ComponentChange[] = [];
  const toRecord: ComponentName[] = [];
  const notes: Note[] = [];
  for (const name of inCanonicalOrder([
    ...componentNames(desired.components),
    ...componentNames(binding.applied),
  ])) {
    const four = valuesOf(name, { desired, live, binding });
    const finding = judge(name, four, context);
    notes.push(...finding.notes);
    if (finding.kind === 'record') toRecord.push(name);
    if (finding.kind !== 'change') continue;
    const { cause } = finding;
    const shown = withoutServerDefaults(name, four);
    const [applied, before, wanted] = comparable(name, four.applied, shown, four.desired);
    changes.push({ name, cause, before, after: cause === 'released' ? before : wanted, applied });
  }
  return { changes, toRecord, notes };
}

export function namesOf(changes: readonly ComponentChange[], wanted: Cause): ComponentName[] {
  return changes.filter(({ cause }) => cause === wanted).map(({ name }) => name);
}

interface MarkedValues extends FourValues {
  readonly mark: Unconfirmed | undefined;
}

type Finding = { readonly notes: readonly Note[] } & (
  { readonly kind: 'same' } | { readonly kind: 'record' } | { readonly kind: 'change'; readonly cause: Cause }
);

/** The four values of a component, without the leaves that change by themselves. */
export function valuesOf(
  name: ComponentName,
  { desired, live, binding }: { desired: Pick<Desired, 'components'>; live: Live; binding: Binding },
): MarkedValues {
  const changing = binding.changing[name] ?? [];
  return {
    desired: desired.components[name],
    applied: binding.applied[name],
    observed: withoutLeaves(name, binding.observed[name], changing),
    live: withoutLeaves(name, live.components[name], changing),
    adopted: binding.adopted.includes(name),
    mark: binding.unconfirmed[name],
  };
}

function judge(name: ComponentName, four: MarkedValues, context: CompareContext): Finding {
  const { desired, applied, observed, mark } = four;
  if (desired === undefined) return isGone(name, four) ? { kind: 'record', notes: [] } : differs('released');
  const live = withoutNewDefaults(name, four);
  const added = noteOf('new-default', name, newDefaults(name, four));
  const isNewDefault = added.length > 0;
  const fileMoved = !sameComponent(name, desired, applied);
  // What we last sent isn't a manual edit, however late live shows it (open point W31).
  const liveMoved = !sameComponent(name, live, observed) && !sameComponent(name, live, applied);
  // Live may be about to change to what was sent, so the file must be sent even if live equals it now.
  const isPending = mark !== undefined && mark.kind !== 'not-carried-out' && fileMoved;
  if (sameComponent(name, desired, live) && !isPending) {
    const isRecorded =
      !fileMoved && sameComponent(name, live, observed) && mark === undefined && !isNewDefault;
    return isRecorded ? { kind: 'same', notes: [] } : { kind: 'record', notes: added };
  }
  if (applied === undefined) return judgeAdopted(name, desired, live);
  // After a write that failed or succeeded only in part, the recorded applied value no longer describes what is there.
  if (fileMoved && liveMoved && mark === undefined) {
    const moved = movedLeaves(name, { ...four, live });
    // As after a pull: the remaining differences are the service's spelling of what was sent.
    if (moved === 'agreed') return { kind: 'record', notes: added };
    return differs(moved === 'merged' ? 'edited' : 'conflict');
  }
  if (fileMoved || mark?.kind === 'not-carried-out') return differs(liveMoved ? 'conflict' : 'edited');
  if (liveMoved) return differs('drifted');
  const unshown = unshownLeaves(name, desired, live);
  const hidden = noteOf('not-verifiable', name, unshown.hidden);
  const isSpelled = unshown.missing.every(({ value, shown }) => isSpelling(value, shown));
  // It is neither what was sent nor a spelling of it, and time won't change that.
  if (isOverdue(mark, context) && !isSpelled) return differs('edited');
  if (mark === undefined) return { kind: isNewDefault ? 'record' : 'same', notes: [...added, ...hidden] };
  const paths = unshown.missing.map(({ path }) => path);
  // A value that was stable for minutes is the service's spelling of what was sent (open point W32).
  if (context.acceptsUnconfirmed || isOverdue(mark, context))
    return { kind: 'record', notes: [...noteOf('kept-as', name, paths), ...added, ...hidden] };
  const removed = missingLeaves(name, live ?? {}, desired);
  return {
    kind: 'same',
    notes: [...noteOf('unconfirmed', name, paths.length > 0 ? paths : removed), ...hidden],
  };
}

/** Whether live lost a component that it showed before, as after a pull of its removal: nothing is kept there. */
function isGone(name: ComponentName, { observed, live }: FourValues): boolean {
  return sameComponent(name, live, undefined) && !sameComponent(name, observed, undefined);
}

/** Whether live has shown a third value for minutes and no person has accepted it. */
function isOverdue(mark: Unconfirmed | undefined, { now, acceptsUnconfirmed }: CompareContext): boolean {
  return mark?.kind === 'respelled' && now - mark.at >= SETTLED_AFTER_MS && !acceptsUnconfirmed;
}

/** Without a record it is unknown who changed what. The two are in sync if live shows everything in the file. */
function judgeAdopted(name: ComponentName, desired: JsonObject, live: JsonObject = {}): Finding {
  // Live differs, so it has fewer or more leaves.
  const { missing, hidden } = unshownLeaves(name, desired, live);
  if (AUDIENCE.has(name) || missing.length > 0) return differs('adopted');
  const extra = missingLeaves(name, live, desired).filter((path) => !hidden.includes(path));
  return {
    kind: 'record',
    notes: [...noteOf('live-also-has', name, extra), ...noteOf('not-verifiable', name, hidden)],
  };
}

function differs(cause: Cause): Finding {
  return { kind: 'change', cause, notes: [] };
}

function noteOf(
  kind: Extract<Note, { readonly paths: readonly string[] }>['kind'],
  component: ComponentName,
  paths: readonly string[],
): Note[] {
  return paths.length === 0 ? [] : [{ kind, component, paths }];
}
