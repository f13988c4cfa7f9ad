import type { CampaignKey } from '../../model/campaign.ts';
import type { Finding } from '../../model/findings.ts';
import { CONTENT_RULES, ruleFor, type TeamRules } from '../../model/team-rules.ts';

/**
 * Findings about content as the team wants them: none where a rule is off or a campaign is exempt; errors where the rule is
 * an error, except about content that live has (open point V24).
 */
export function asSet(findings: readonly Finding[], key: CampaignKey, { content }: TeamRules): Finding[] {
  return findings.flatMap((finding) => {
    const name = CONTENT_RULES.find((one) => one.toUpperCase() === finding.code);
    const setting = name && content?.[name];
    if (!setting) return [finding];
    if (setting.level === 'off' || !ruleFor(setting, key)) return [];
    return setting.level === 'error' ? [{ ...finding, level: 'error', only: 'new' }] : [finding];
  });
}
