import type { Plan } from '../../model/plan.ts';
import { newDefaultWords } from './new-defaults.ts';
import { needsAttention, tellAttention, type Attention } from './attention-view.ts';
import { tellChange, type ToldChange } from './change-view.ts';
import { tellNotes, type ToldNote } from './notes-view.ts';

/** A plan in words, in the order in which every rendering has it. */
export interface ToldPlan {
  readonly attention: readonly Attention[];
  readonly changes: readonly ToldChange[];
  readonly notes: readonly ToldNote[];
  /** What is noted once for all campaigns together; empty where nothing is. */
  readonly ofAll: string;
}

/** The one reading of a plan that terminal, Markdown and HTML render. */
export function tellPlan(plan: Plan): ToldPlan {
  const { campaigns, workspace } = plan;
  return {
    attention: campaigns.filter(needsAttention).map((one) => tellAttention(one, plan.workspace)),
    changes: campaigns.filter(({ steps }) => steps.length > 0).map(tellChange),
    notes: campaigns
      .map((one) => tellNotes(one, { workspace, campaigns }))
      .filter(({ news }) => news.length > 0),
    ofAll: newDefaultWords(plan),
  };
}
