import type { ImportRequest } from '../app/importing/prepare-import.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import type { CampaignId, CampaignStatus } from '../model/campaign.ts';
import { EXIT } from '../model/exit.ts';
import type { ProposalOptions } from './session.ts';
import { isYaml } from '../model/yaml-name.ts';

export interface ImportOptions extends ProposalOptions {
  readonly ids: readonly string[];
  readonly all?: boolean;
  readonly adopt?: boolean;
  readonly key?: string;
  readonly status?: readonly CampaignStatus[];
  readonly channel?: readonly string[];
  readonly tag?: readonly string[];
  readonly name?: string;
  readonly into?: string;
  readonly layout?: string;
}

/** Checks what the table of commands can't: how many IDs go with `--key` and `--adopt`. */
export function requireOneWay({ ids, all = false, adopt: adopts = false, key }: ImportOptions): void {
  const needs = (option: string, other: string) =>
    new UserFailure(EXIT.USAGE, { code: 'bad-option', option, why: 'needs', other });
  const name = ids.find((id) => id.includes('/') || isYaml(id));
  if (name !== undefined) throw needs(name, '--key KEY --adopt and the ID');
  if (adopts && !all && (ids.length !== 1 || key === undefined))
    throw needs('--adopt', 'one ID and --key, or --all');
  if (key !== undefined && ids.length !== 1) throw needs('--key', 'one ID');
}

/** What to import, as the options say it. */
export function importRequest(options: ImportOptions): ImportRequest {
  const { ids, all, status, channel, tag, name, into, layout, key } = options;
  return {
    ids: all ? undefined : ids.map((id) => id as CampaignId),
    filter: {
      ...(status && { statuses: status }),
      ...(channel && { channels: channel }),
      ...(tag && { tags: tag }),
      ...(name !== undefined && { name }),
    },
    ...(into !== undefined && { into }),
    ...(layout !== undefined && { layout }),
    ...(key !== undefined && { key }),
  };
}
