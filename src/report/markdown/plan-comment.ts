import type { Plan } from '../../model/plan.ts';
import { escapeMarkdown, prose } from './escape-markdown.ts';
import { fitBlocks, type LeftOut, type Room } from './fit-blocks.ts';
import { leftOutLine } from './left-out.ts';
import { groundWords } from '../tell/plan-ground.ts';
import {
  footnotesOf,
  planBlocks,
  planMarkdownFooter,
  pointerLine,
  type MarkdownOptions,
} from './plan-markdown.ts';
import { quietWords } from '../tell/plan-words.ts';
import { tellPlan, type ToldPlan } from '../tell/tell-plan.ts';

/** What a text on GitHub needs beside what it tells. */
export interface SummaryOptions extends MarkdownOptions {
  readonly notices: readonly string[];
  readonly room: Room;
  /** The address of a longer text, for one that had to leave something out. */
  readonly wholeAt?: string;
}

export interface CommentOptions extends SummaryOptions {
  /** The hidden HTML comment by which we find and trust this one; '' for none. It is the first line, always whole. */
  readonly marker: string;
}

/** A plan as a comment on a pull request. */
export function planComment(plan: Plan, options: CommentOptions): string {
  const { marker } = options;
  const head = marker === '' ? '' : `${marker}\n`;
  const told = tellPlan(plan);
  if (isQuiet(plan, told)) return head + quietLine(plan, told, options);
  return fitBlocks({
    head,
    blocks: planBlocks(plan, options, told),
    footer: planMarkdownFooter(plan, options),
    room: options.room,
    leftOutText: (leftOut) => leftOutLine(leftOut, options.wholeAt) + approvedWords(leftOut, marker),
  });
}

/** The same for the page of a workflow run, where nobody looks for a marker. */
export function jobSummary(plan: Plan, options: SummaryOptions): string {
  return planComment(plan, { ...options, marker: '' });
}

/** Whether there is anything in a plan for a reader: something to do, to look at or to note. */
export function hasNews(plan: Plan): boolean {
  return !isQuiet(plan, tellPlan(plan));
}

/** What holds for a plan that is applied after a review only; undefined where there is nothing to apply. */
export function reviewFootnote(plan: Plan): string | undefined {
  const isSent = !plan.offline && plan.campaigns.some(({ steps }) => steps.length > 0);
  return isSent ? 'only what this comment shows will be applied' : undefined;
}

/** Nothing to do, to look at or to note. */
function isQuiet({ guard }: Plan, { attention, changes, notes }: ToldPlan): boolean {
  return attention.length + changes.length + notes.length === 0 && guard === undefined;
}

function quietLine(plan: Plan, { ofAll }: ToldPlan, options: SummaryOptions): string {
  const sentences = [
    `${quietWords(plan)}.`,
    ...options.notices,
    ...groundWords(plan, options.proposal),
    ...(ofAll === '' ? [] : [ofAll]),
  ].map(prose);
  const words = [...sentences, ...(options.pointers ?? []).map(pointerLine)].join(' ');
  return `**Campaigns · ${escapeMarkdown(plan.workspace)}**: ${words} <sub>${footnotesOf(plan, options)}</sub>\n`;
}

/** The marker has the id of every change, also of those that there was no room to show. */
function approvedWords({ change = 0 }: LeftOut, marker: string): string {
  return change === 0 || marker === ''
    ? ''
    : '\nThe changes that are left out here are reviewed with this comment too: look at them before you merge.\n';
}
