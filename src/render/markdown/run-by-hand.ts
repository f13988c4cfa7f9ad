import { describeRunByHand } from '../../messages/action-messages/result-phrases.ts';
import { code, say, type Phrase } from '../../messages/phrase.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import type { Consent } from '../../model/workspace.ts';
import { phraseMarkdown } from './escape-markdown.ts';
import { block, frame, type MarkdownBlock } from './markdown-block.ts';

/** A run of a workflow that a person starts by hand, with what to enter. */
export interface WorkflowRun {
  /** The name of its file. */
  readonly workflow: string;
  readonly branch: string;
  /** Keys or globs. */
  readonly only: readonly string[];
  readonly allow: readonly Consent[];
}

/** How to allow something that was refused. */
export interface ConsentRun {
  readonly purpose: Consent;
  /** The campaigns that it is about; empty for the whole run. */
  readonly keys: readonly CampaignKey[];
  readonly run: WorkflowRun;
}

/** The address where a person starts a workflow by hand, by the name of its file. */
export type AddressOfWorkflow = (file: string) => string;

/** Where to start a workflow, and what to enter there. */
export function runSteps(
  purpose: Phrase,
  { workflow, branch, only, allow }: WorkflowRun,
  workflowAt: AddressOfWorkflow,
): string {
  const inputs = [
    ['branch', say`${code(branch)}`] as const,
    ...(only.length > 0 ? [['only', say`${code(only.join(' '))}`] as const] : []),
    ...(allow.length > 0 ? [['allow', say`${code(allow.join(' '))}`] as const] : []),
  ].map(([name, value]) => `- ${name}: ${phraseMarkdown(value)}\n`);
  return `${phraseMarkdown(describeRunByHand(purpose, workflow, workflowAt(workflow)))}\n\n${inputs.join('')}`;
}

/** How to allow what was refused. */
export function consentBlock(
  { purpose, keys, run }: ConsentRun,
  purposes: Readonly<Record<Consent, Phrase>>,
  workflowAt: AddressOfWorkflow,
): MarkdownBlock {
  const text = `\n${runSteps(purposes[purpose], run, workflowAt)}`;
  return keys.length === 0 ? frame(text) : block('call', keys, text);
}
