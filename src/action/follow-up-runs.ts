import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { CampaignKey } from '../model/campaign.ts';
import { APPLY_WORKFLOW_FILE, UNREVIEWED_WORKFLOW_FILE } from '../app/init.ts';
import type { Plan } from '../model/plan.ts';
import type { Result } from '../model/result.ts';
import { CONSENTS, type Consent } from '../model/workspace.ts';
import type { ApplyReport } from '../render/markdown/result-comment.ts';
import type { ConsentRun, WorkflowRun } from '../render/markdown/run-by-hand.ts';
import type { Context } from '../app/context.ts';
import { WORKFLOWS, type GitHubEnvironment } from './github-environment.ts';
import type { ActionInputs } from './inputs.ts';

/** What determines the follow-up runs. */
interface RunInputs {
  readonly inputs: Pick<ActionInputs, 'allow' | 'only'>;
  readonly github: Pick<GitHubEnvironment, 'workflowFile'>;
  /** The text of a workflow by the name of its file; undefined if the repository doesn't have it. */
  readonly workflowText: (file: string) => string | undefined;
}

/** The text of a workflow by the name of its file; undefined if the repository doesn't have it. */
export function workflowTextIn({ repository }: Context): (file: string) => string | undefined {
  return (file) => {
    const path = join(repository.root, WORKFLOWS, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
}

interface Ended {
  readonly branch: string;
  readonly result: Result;
  readonly plan: Plan | undefined;
}

/**
 * The runs that apply what an apply left: the next run of its workflow, a run that skips the review, or a run with an
 * `allow`. The latter two use the workflow that `campaigns init --unreviewed` writes, whose environment requires
 * reviewers. If the repository doesn't have it, its name is shown.
 */
export function runsAfterApply(
  job: RunInputs,
  ended: Ended,
): Pick<ApplyReport, 'rerun' | 'allowed' | 'missingWorkflow' | 'next'> {
  const { result, branch } = ended;
  const next = nextRun(job, branch);
  const unreviewed = result.held.filter(({ reason }) => reason === 'not-reviewed').map(({ key }) => key);
  const rerun = pastReview(ended, { keys: unreviewed, allowed: job.inputs.allow });
  const allowed = CONSENTS.flatMap((consent) => consentRun(job, ended, consent));
  if (
    job.workflowText(UNREVIEWED_WORKFLOW_FILE) !== undefined ||
    (rerun === undefined && allowed.length === 0)
  )
    return { rerun, allowed, ...next };
  return { rerun: undefined, allowed: [], missingWorkflow: UNREVIEWED_WORKFLOW_FILE, ...next };
}

/** The next run of the same workflow, with the same inputs. */
function nextRun({ inputs, github, workflowText }: RunInputs, branch: string): Pick<ApplyReport, 'next'> {
  const { workflowFile: workflow } = github;
  const text = workflow === undefined ? undefined : workflowText(workflow);
  if (workflow === undefined || text === undefined) return {};
  const { allow, only } = inputs;
  const triggers = triggersOf(text);
  const byHand = triggers.has('workflow_dispatch') ? { workflow, branch, only, allow } : undefined;
  return { next: { isScheduled: triggers.has('schedule'), byHand } };
}

/** The events that start a workflow: `on` is one of them, a list, or a map. */
function triggersOf(workflow: string): ReadonlySet<string> {
  const on = parseDocument(workflow).get('on', true);
  const names = isMap(on) ? on.items.map(({ key }) => key) : isSeq(on) ? on.items : [on];
  return new Set(names.flatMap((name) => (isScalar(name) ? [String(name.value)] : [])));
}

/**
 * The runs that apply what this plan refuses, once it is merged, as far as the repository has their workflows. The guard
 * only counts changes, so what is reviewed stays reviewed: the usual workflow applies it.
 */
export function runsAfterMerge(
  job: RunInputs,
  { plan, branch }: { readonly plan: Plan; readonly branch: string },
): readonly ConsentRun[] {
  const { workflowText, inputs } = job;
  const workflow = APPLY_WORKFLOW_FILE;
  const isGuarded = plan.guard !== undefined && hasAllowInput(workflowText(workflow));
  const allow = CONSENTS.filter((one) => one === 'guard' || inputs.allow.includes(one));
  const guard: ConsentRun = { purpose: 'guard', keys: [], run: { workflow, branch, only: [], allow } };
  const others = CONSENTS.filter((one) => one !== 'guard').flatMap((one) =>
    consentRun(job, { plan, branch }, one),
  );
  return [
    ...(isGuarded ? [guard] : []),
    ...(workflowText(UNREVIEWED_WORKFLOW_FILE) === undefined ? [] : others),
  ];
}

/** Whether a workflow can be started by hand with the input `allow`. */
function hasAllowInput(workflow: string | undefined): boolean {
  return (
    workflow !== undefined && parseDocument(workflow).hasIn(['on', 'workflow_dispatch', 'inputs', 'allow'])
  );
}

/** With an `allow`, the change differs from the reviewed one, so the run skips the review, too. */
function consentRun(job: RunInputs, ended: Pick<Ended, 'plan' | 'branch'>, consent: Consent): ConsentRun[] {
  const keys = blockedKeys(ended, consent);
  const run = pastReview(ended, { keys, allowed: [...job.inputs.allow, consent] });
  return run === undefined ? [] : [{ purpose: consent, keys, run }];
}

/** The campaigns that a consent would let through. */
function blockedKeys({ plan }: Pick<Ended, 'plan'>, consent: Consent): readonly CampaignKey[] {
  return (plan?.campaigns ?? [])
    .filter(({ held }) => held.some((one) => one.consent === consent))
    .map(({ key }) => key);
}

interface Wanted {
  readonly keys: readonly CampaignKey[];
  readonly allowed: readonly Consent[];
}

function pastReview({ branch }: Pick<Ended, 'branch'>, { keys, allowed }: Wanted): WorkflowRun | undefined {
  const named = [...new Set(keys)];
  if (named.length === 0 || !named.every((key) => /^[\w./-]+$/.test(key))) return undefined;
  return {
    workflow: UNREVIEWED_WORKFLOW_FILE,
    branch,
    only: named,
    allow: CONSENTS.filter((one) => allowed.includes(one)),
  };
}
