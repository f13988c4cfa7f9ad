import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CampaignKey } from '../model/campaign.ts';
import { EXIT } from '../model/exit.ts';
import { isObject } from '../model/json.ts';
import type { Plan } from '../model/plan.ts';
import { UserFailure } from './user-failure.ts';

/** What a plan file approves: the change id of each campaign that it would change. */
export type ReviewedPlan = ReadonlyMap<string, string>;

/** Reads the file that `plan --out` wrote; throws UserFailure where it is another thing. */
export function readReviewedPlan(path: string, workspace: string): ReviewedPlan {
  const value = parse(path);
  if (!isObject(value) || value.format !== 'campaign-plan/1' || !Array.isArray(value.campaigns)) {
    throw new UserFailure(EXIT.USAGE, `${path} is no plan file.`, {
      hint: 'Make one: campaigns plan --out plan.json',
    });
  }
  if (value.workspace !== workspace) {
    throw new UserFailure(
      EXIT.USAGE,
      `${path} is a plan for ${String(value.workspace)}, not for ${workspace}.`,
      {
        hint: `Use -w ${String(value.workspace)}, or make a plan for ${workspace}.`,
      },
    );
  }
  if (value.offline !== undefined) {
    throw new UserFailure(
      EXIT.USAGE,
      `${path} was planned offline: nobody looked at the service, so it approves nothing.`,
      { hint: 'Make one that has looked: campaigns plan --out plan.json, without --offline.' },
    );
  }
  return new Map(
    value.campaigns.flatMap((one: unknown): [string, string][] =>
      isObject(one) && typeof one.key === 'string' && typeof one.change_id === 'string'
        ? [[one.key, one.change_id]]
        : [],
    ),
  );
}

/** Which changes of today's plan were reviewed, and which reviewed ones are another change by now. */
export function match(
  reviewed: ReviewedPlan,
  plan: Plan,
  only: ReadonlySet<CampaignKey> | undefined,
): { approved: Set<CampaignKey>; moved: { key: CampaignKey; message: string }[] } {
  const approved = new Set<CampaignKey>();
  const moved: { key: CampaignKey; message: string }[] = [];
  const today = new Set<string>(plan.campaigns.map(({ key }) => key));
  for (const key of reviewed.keys()) {
    if (!today.has(key) && (only?.has(key as CampaignKey) ?? true)) {
      moved.push({ key: key as CampaignKey, message: 'Its file is gone since the reviewed plan.' });
    }
  }
  for (const { key, changeId, verdict } of plan.campaigns) {
    const expected = reviewed.get(key);
    if (expected === undefined || verdict === 'in-sync') continue;
    if (changeId === expected) approved.add(key);
    else
      moved.push({
        key,
        message: 'Live or the file moved since the reviewed plan: it would be another change now.',
      });
  }
  return { approved, moved };
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(resolve(path), 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UserFailure(EXIT.USAGE, `${path} can't be read: ${why}`, {
      hint: 'Make one: campaigns plan --out plan.json',
    });
  }
}
