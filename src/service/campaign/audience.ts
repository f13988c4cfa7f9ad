import type { CampaignRecord } from './campaign-record.ts';
import type { User } from '../store/user-table.ts';

export function estimateReach(_record: CampaignRecord, users: readonly User[]): number {
  return users.length;
}
