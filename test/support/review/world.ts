import {
  pickComponents,
  componentNames,
  type CampaignId,
  type CampaignKey,
  type CampaignStatus,
  type Components,
  type Desired,
  type Live,
} from '../../../src/model/campaign.ts';
import type { Plan, PlannedCampaign, Step } from '../../../src/model/plan.ts';
import { EMPTY_STATE, type State } from '../../../src/model/state.ts';
import { isEmergencyStop } from '../../../src/model/transitions.ts';
import { bindingOf, desired, key, live, planFor } from '../builders.ts';

// A workspace with two campaigns of two components each. All values are small numbers, so that a few steps of history
// produce all combinations.

export const NAMES = ['a', 'b'] as const;
export type Name = (typeof NAMES)[number];

/** What a file says: the variants of its components, and its status. */
export interface File {
  readonly utm: number;
  readonly connector: number;
  readonly status: 'ACTIVE' | 'PAUSED' | undefined;
}

export type Files = ReadonlyMap<Name, File>;

/** One edit of a file; `touch` changes nothing that is ever sent. */
export type Edit =
  | { readonly name: Name; readonly what: 'utm' | 'connector'; readonly value: number }
  | { readonly name: Name; readonly what: 'status'; readonly value: File['status'] }
  | { readonly name: Name; readonly what: 'touch' }
  | { readonly name: Name; readonly what: 'remove' };

const NEW: File = { utm: 0, connector: 0, status: undefined };

export function edited(files: Files, edits: readonly Edit[]): Files {
  const all = new Map(files);
  for (const edit of edits) {
    const file = all.get(edit.name) ?? NEW;
    if (edit.what === 'remove') all.delete(edit.name);
    else if (edit.what === 'touch') all.set(edit.name, file);
    else if (edit.what === 'status') all.set(edit.name, { ...file, status: edit.value });
    else all.set(edit.name, { ...file, [edit.what]: edit.value });
  }
  return all;
}

/** The edits that undo a list of edits. */
export function undoing(files: Files, edits: readonly Edit[]): Edit[] {
  return edits.map((edit): Edit => {
    const { name } = edit;
    const file = files.get(name);
    if (!file) return { name, what: 'remove' };
    if (edit.what === 'status') return { name, what: 'status', value: file.status };
    if (edit.what === 'utm' || edit.what === 'connector')
      return { name, what: edit.what, value: file[edit.what] };
    return { name, what: 'touch' };
  });
}

export function componentsOf({ utm, connector }: Pick<File, 'utm' | 'connector'>): Components {
  return { utm_params: { utm_source: `source ${utm}` }, connector: { name: `connector ${connector}` } };
}

/** The service and the state branch: what is live and what is recorded. */
export class World {
  readonly live = new Map<CampaignId, Live>();
  state: State = EMPTY_STATE;
  private made = 0;

  plan(files: Files, only?: ReadonlySet<CampaignKey>): Plan {
    const { state } = this;
    return planFor({ desired: desiredOf(files), live: [...this.live.values()], state }, only ? { only } : {});
  }

  liveOf(name: CampaignKey): Live | undefined {
    const binding = this.state.bindings.get(name);
    return binding && this.live.get(binding.campaignId);
  }

  /** A manual edit of a live campaign. */
  editByHand(name: CampaignKey, edit: Partial<Live>): void {
    const before = this.liveOf(name);
    if (before)
      this.live.set(before.id, {
        ...before,
        ...edit,
        components: { ...before.components, ...edit.components },
      });
  }

  /** A live campaign is deleted and forgotten. Its file will create another one. */
  lose(name: CampaignKey): void {
    const binding = this.state.bindings.get(name);
    if (!binding) return;
    this.live.delete(binding.campaignId);
    this.state = {
      ...this.state,
      bindings: new Map([...this.state.bindings].filter(([one]) => one !== name)),
    };
  }

  /** Records what should be recorded of a campaign before anything is sent. */
  record({ key: name, record }: PlannedCampaign): void {
    if (record) this.bind(name, record);
  }

  /** The service accepts a request, and the outcome is recorded. */
  send({ key: name, desired: file }: PlannedCampaign, step: Step): CampaignId {
    if (step.kind === 'create') return this.create(name, step.components);
    const before = this.liveOf(name);
    const binding = this.state.bindings.get(name);
    if (!before || !binding) throw new Error(`There is no campaign for ${name}.`);
    if (step.kind === 'transition') {
      const status: CampaignStatus = isEmergencyStop(step.transition.action) ? 'PAUSED' : 'ACTIVE';
      this.live.set(before.id, { ...before, status });
      this.bind(name, { ...binding, status: { applied: file?.status, observed: status, seen: status } });
      return before.id;
    }
    const { components } = step;
    this.editByHand(name, { components });
    const now = pickComponents(this.live.get(before.id)?.components ?? {}, componentNames(components));
    this.bind(name, {
      ...binding,
      applied: { ...binding.applied, ...components },
      observed: { ...binding.observed, ...now },
    });
    return before.id;
  }

  private create(name: CampaignKey, components: Components): CampaignId {
    this.made += 1;
    const id = `id-${name}-${this.made}` as CampaignId;
    const one = { ...live({ key: name, type: 'PERIODIC', components }), id, documentId: id };
    this.live.set(id, one);
    this.bind(name, { ...bindingOf(one), key: name });
    return id;
  }

  private bind(name: CampaignKey, binding: ReturnType<typeof bindingOf>): void {
    this.state = { ...this.state, bindings: new Map([...this.state.bindings, [name, binding]]) };
  }
}

function desiredOf(files: Files): Desired[] {
  return [...files]
    .map(([name, file]) =>
      desired({ key: key(name), type: 'PERIODIC', status: file.status, components: componentsOf(file) }),
    )
    .sort((left, right) => (left.key < right.key ? -1 : 1));
}
