import {
  componentNames,
  type CampaignKey,
  type CampaignStatus,
  type Live,
} from '../../../src/model/campaign.ts';
import type { PlannedCampaign, Step } from '../../../src/model/plan.ts';
import { isEmergencyStop } from '../../../src/model/transitions.ts';

// What a history approves, based on values and without digests, markers and records: a second implementation of the
// contract.

/** A step in plain values: what it does, and what it was planned on. */
export interface PlainStep {
  readonly name: string;
  readonly does: string;
  /** `undefined` if it was planned on nothing. */
  readonly on: string | undefined;
}

/** The steps that a plan shows for a campaign. */
export function plainSteps({ steps, desired }: PlannedCampaign, live: Live | undefined): PlainStep[] {
  return steps.flatMap((step) => plainStep(step, desired?.components ?? {}, live));
}

function plainStep(step: Step, managed: object, live: Live | undefined): PlainStep[] {
  switch (step.kind) {
    case 'create':
      return [{ name: 'create', does: JSON.stringify(step.components), on: undefined }];
    case 'update':
      return componentNames(step.components).map((name) => ({
        name,
        does: JSON.stringify(step.components[name]),
        on: JSON.stringify([live?.id, live?.components[name], live && stageOf(live.status)]),
      }));
    case 'transition': {
      const { action } = step.transition;
      return [{ name: action, does: isEmergencyStop(action) ? '' : JSON.stringify(managed), on: live?.id }];
    }
  }
}

function stageOf(status: CampaignStatus): number {
  if (status === 'DRAFT') return 0;
  return ['SCHEDULED', 'ACTIVE', 'SENDING', 'PAUSED'].includes(status) ? 1 : 2;
}

/** A merged pull request: what its valid plan showed for the campaigns that it touches. */
export interface MergedPlan {
  readonly pull: number;
  readonly branch: string;
  readonly shown: ReadonlyMap<CampaignKey, readonly PlainStep[]>;
}

/** Records what was merged and sent, and throws if something must not have been sent, or must have been but wasn't. */
export class Oracle {
  /** The latest merge comes first. */
  private merged: readonly MergedPlan[] = [];
  /** Used approvals: `pull key step`. */
  private readonly used = new Set<string>();
  /** Approvals that may have ended without having been used. */
  private readonly over = new Set<string>();
  /** The campaigns that resulted from creations in a pull request: `pull key`. */
  private readonly made = new Map<string, string>();

  merge(plan: MergedPlan): void {
    this.merged = [plan, ...this.merged];
  }

  /** An apply of the newest commit found a campaign equal to its file, or without a file. */
  settled(name: CampaignKey, branch: string): void {
    for (const { pull, shown } of this.of(branch))
      for (const step of shown.get(name) ?? []) this.over.add(`${pull} ${name} ${step.name}`);
  }

  /** The pull request that decides about a step, if it approves it. */
  approver(name: CampaignKey, step: PlainStep, branch: string): number | undefined {
    for (const { pull, shown } of this.of(branch)) {
      const steps = shown.get(name);
      const isToCreate = !this.made.has(`${pull} ${name}`) && steps?.some((one) => one.name === 'create');
      const isCreation = step.name === 'create' || isToCreate;
      const listed = steps?.find((one) => one.name === step.name);
      if (!steps || (!listed && steps.length > 0 && isCreation !== true)) continue;
      if (!listed || listed.does !== step.does) return undefined;
      const isOwn = listed.on === undefined && this.made.get(`${pull} ${name}`) === step.on;
      return listed.on === step.on || isOwn ? pull : undefined;
    }
    return undefined;
  }

  /** A step of a campaign was sent. */
  sent(name: CampaignKey, step: PlainStep, branch: string, created: string | undefined): void {
    const pull = this.approver(name, step, branch);
    if (pull === undefined)
      throw new Error(`No pull request approved ${step.name} of ${name}: ${JSON.stringify(step)}.`);
    const approval = `${pull} ${name} ${step.name}`;
    if (this.used.has(approval))
      throw new Error(`#${pull} approved ${step.name} of ${name} once, not twice.`);
    this.used.add(approval);
    for (const other of this.of(branch)) this.ended(other, name, step, created);
  }

  /** A sent step is finished for older pull requests too, and the second of two transitions ends the first. */
  private ended(
    { pull, shown }: MergedPlan,
    name: CampaignKey,
    step: PlainStep,
    created: string | undefined,
  ): void {
    const isAction = (one: string) => one === one.toUpperCase();
    for (const one of shown.get(name) ?? [])
      if (one.name === step.name || (isAction(one.name) && isAction(step.name)))
        this.over.add(`${pull} ${name} ${one.name}`);
    if (created !== undefined) this.made.set(`${pull} ${name}`, created);
  }

  /** The steps of a campaign that a run without faults must send. */
  due(name: CampaignKey, steps: readonly PlainStep[], branch: string): PlainStep[] {
    const approved = steps.filter((step) => {
      const pull = this.approver(name, step, branch);
      return pull !== undefined && !this.over.has(`${pull} ${name} ${step.name}`);
    });
    const isStart = (step: PlainStep) => step.name === 'PUBLISH' || step.name === 'RESUME';
    return approved.length === steps.length ? approved : approved.filter((step) => !isStart(step));
  }

  private of(branch: string): readonly MergedPlan[] {
    return this.merged.filter((one) => one.branch === branch);
  }
}
