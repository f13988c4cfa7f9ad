import { readText } from '../../files/read-text.ts';
import { EXIT } from '../../model/exit.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import { isObject } from '../../model/json.ts';
import { matchPlanFile, stepsInPlanFile } from '../../review/plan-file.ts';
import type { ShownSteps } from '../../review/read-plan-comments.ts';
import { UserFailure } from '../process/user-failure.ts';
import type { Reviewer } from './reviewer.ts';

/** Reads a file written by `plan --out`; throws UserFailure if it is something else. */
export function readReviewedPlan(path: string, workspace: string): ShownSteps {
  const value = parse(path);
  if (!isObject(value) || value.format !== 'campaign-plan/1' || !Array.isArray(value.campaigns)) {
    throw new UserFailure(EXIT.USAGE, { code: 'plan-file-unusable', why: 'not-a-plan', path });
  }
  if (value.workspace !== workspace) {
    const planned = String(value.workspace);
    throw new UserFailure(EXIT.USAGE, { code: 'plan-file-unusable', why: 'other-workspace', path, planned });
  }
  if (value.offline !== undefined) {
    throw new UserFailure(EXIT.USAGE, { code: 'plan-file-unusable', why: 'offline', path });
  }
  return stepsInPlanFile(value.campaigns);
}

/** Allows only what this plan file shows. */
export function planReviewer(
  shown: ShownSteps,
  { only }: { readonly only: ReadonlySet<CampaignKey> | undefined },
): Reviewer {
  return {
    candidates: undefined,
    mayResend: ({ key }) => shown.has(key),
    approve: ({ campaigns }) =>
      Promise.resolve(matchPlanFile(shown, campaigns, (key) => only?.has(key) ?? true)),
  };
}

/** Far more than any plan needs. */
const PLAN_LIMIT = { bytes: 100 * 1024 * 1024 };

function parse(path: string): unknown {
  const read = readText(path, PLAN_LIMIT);
  if (read.kind === 'problem') {
    throw new UserFailure(EXIT.USAGE, {
      code: 'plan-file-unusable',
      why: 'unreadable',
      path,
      fault: read.fault,
    });
  }
  try {
    return JSON.parse(read.text);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new UserFailure(EXIT.USAGE, { code: 'plan-file-unusable', why: 'not-json', path, said });
  }
}
