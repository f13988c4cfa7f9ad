import type { CampaignKey } from './campaign.ts';
import { matchesGlob } from './glob.ts';
import type { DaySpan } from './schedule.ts';

/** The checks of what users would see, as `policy.rules` names them; in capitals, they are the codes of findings. */
export const CONTENT_RULES = [
  ...(['link', 'alt', 'unsubscribe', 'preview_text', 'length', 'expression'] as const),
  ...(['attribute', 'fallback', 'client_support', 'size'] as const),
] as const;
export type ContentRule = (typeof CONTENT_RULES)[number];

/** Rules that a team sets for itself, `policy.rules` of workspaces.yaml. A rule that is omitted doesn't apply. */
export interface TeamRules {
  /** Other levels of the checks of content, which warn where none is set. */
  readonly content?: Readonly<Partial<Record<ContentRule, ContentSetting>>>;
  /** Families of mail clients that emails must work in, `policy.mail_clients`. */
  readonly mailClients?: readonly string[];
  /** A regular expression that the whole `basic_details.name` matches. */
  readonly namePattern?: TeamRule & { readonly pattern: string };
  /** Tags, or globs of tags. A campaign must have one for each. */
  readonly requiredTags?: TeamRule & { readonly tags: readonly string[] };
  /** Fields of `utm_params` that a campaign must fill in. */
  readonly requiredUtm?: TeamRule & { readonly fields: readonly string[] };
  readonly allUsersPush?: TeamRule;
  readonly blackout?: TeamRule & { readonly days: readonly DaySpan[] };
  readonly sendsPerDay?: SendLimit;
  /** Monday to Sunday. */
  readonly sendsPerWeek?: SendLimit;
}

export interface TeamRule {
  readonly level: 'warn' | 'error';
  /** Keys, or globs of keys, of campaigns that are exempt from the rule. */
  readonly except: readonly string[];
}

/** How many scheduled sends one segment may get in a day or a week. */
export interface SendLimit extends TeamRule {
  readonly atMost: number;
}

export interface ContentSetting extends Pick<TeamRule, 'except'> {
  readonly level: 'off' | 'warn' | 'error';
}

export const NO_TEAM_RULES: TeamRules = {};

/** The part of a rule that applies to one campaign. */
export function ruleFor<Rule extends Pick<TeamRule, 'except'>>(
  rule: Rule | undefined,
  key: CampaignKey,
): Rule | undefined {
  return rule?.except.some((one) => matchesGlob(key, one)) ? undefined : rule;
}
