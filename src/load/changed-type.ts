import type { JsonObject } from '../model/json.ts';
import { bare } from '../model/show.ts';
import type { Verdict } from './judge-body.ts';
import { onValue } from './problem.ts';
import type { RuleInputs } from './rules/rule.ts';

/**
 * Open point S6: a campaign keeps its type. If the file has another one, that is the mistake, and not the fields that fit
 * only the type of the campaign, or only that of the file. A plan blocks the campaign.
 */
export function asChangedType(
  { body, boundType, isPlanned }: Pick<RuleInputs, 'body' | 'boundType' | 'isPlanned'>,
  judge: (body: JsonObject) => Verdict,
): Verdict {
  const found = judge(body);
  const type = bare(body.campaign_delivery_type);
  if (isPlanned || boundType === undefined || body.campaign_delivery_type === undefined || type === boundType)
    return found;
  const asBound = judge({ ...body, campaign_delivery_type: boundType });
  const message = `campaign_delivery_type is ${type}, but this campaign already exists as ${boundType}, and its type can't change`;
  const hint = `restore ${boundType}; write the other campaign into a new file with its own key`;
  return {
    shape: inBoth(found.shape, asBound.shape),
    problems: [
      onValue(['campaign_delivery_type'], 'E_VALUE', message, hint),
      ...inBoth(found.problems, asBound.problems),
    ],
  };
}

function inBoth<Found>(found: readonly Found[], others: readonly Found[]): Found[] {
  const known = new Set(others.map((one) => JSON.stringify(one)));
  return found.filter((one) => known.has(JSON.stringify(one)));
}
