import type { CampaignKey } from './campaign.ts';
import { matchesGlob } from './glob.ts';
import type { DaySpan } from './schedule.ts';

/** Rules that a team sets itself, `policy.rules` of workspaces.yaml; a rule that is left out doesn't apply. */
export interface TeamRules {
  /** A regular expression that the whole `basic_details.name` matches. */
  readonly namePattern?: TeamRule & { readonly pattern: string };
  /** Tags, or globs of them, of each of which a campaign has one. */
  readonly requiredTags?: TeamRule & { readonly tags: readonly string[] };
  /** Fields of `utm_params` that a campaign fills in. */
  readonly requiredUtm?: TeamRule & { readonly fields: readonly string[] };
  /** Push messages to all users are forbidden. */
  readonly allUsersPush?: TeamRule;
  /** Days on which nothing is sent. */
  readonly blackout?: TeamRule & { readonly days: readonly DaySpan[] };
  /** How many scheduled sends one segment gets in a week, Monday to Sunday. */
  readonly sendsPerWeek?: TeamRule & { readonly atMost: number };
}

/** What every rule has. */
export interface TeamRule {
  readonly level: 'warn' | 'error';
  /** Keys, or globs of them, of campaigns that the rule is not for. */
  readonly except: readonly string[];
}

export const NO_TEAM_RULES: TeamRules = {};

/** A rule as far as it is for a campaign. */
export function ruleFor<Rule extends TeamRule>(rule: Rule | undefined, key: CampaignKey): Rule | undefined {
  return rule?.except.some((one) => matchesGlob(key, one)) ? undefined : rule;
}
