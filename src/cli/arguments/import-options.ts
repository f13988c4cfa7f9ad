import type { ImportRequest } from '../../app/importing/prepare-import.ts';
import type { CampaignId, CampaignStatus } from '../../model/campaign.ts';
import { type ProposalOptions, wrongOption } from '../session.ts';
import { isYaml } from '../../model/yaml-name.ts';

export interface ImportOptions extends ProposalOptions {
  readonly ids: readonly string[];
  readonly all?: boolean;
  /** The earlier spelling of the command `adopt`. */
  readonly adopt?: boolean;
  readonly key?: string;
  readonly status?: readonly CampaignStatus[];
  readonly channel?: readonly string[];
  readonly tag?: readonly string[];
  readonly name?: string;
  readonly into?: string;
  readonly layout?: string;
}

const FILTER_OPTIONS = '--status, --channel, --tag and --name';

/** Checks that the options are unambiguous before anything is read. */
export function requireOneWay({ ids, all = false, adopt = false, key, ...rest }: ImportOptions): void {
  if (all && ids.length > 0) throw wrongOption('--all', { why: 'together', other: 'ID' });
  if (!all && ids.length === 0) throw wrongOption('ID or --all', { why: 'missing' });
  const name = ids.find((id) => id.includes('/') || isYaml(id));
  if (name !== undefined) throw wrongOption(name, { why: 'needs', other: 'campaigns adopt KEY --id ID' });
  if (key !== undefined && ids.length !== 1) throw wrongOption('--key', { why: 'needs', other: 'one ID' });
  const narrows = [rest.status, rest.channel, rest.tag, rest.name].some((one) => one !== undefined);
  const places = rest.into !== undefined || rest.layout !== undefined;
  if (adopt && (narrows || places))
    throw wrongOption('--adopt', { why: 'together', other: `${FILTER_OPTIONS}, --into and --layout` });
  if (narrows && !all) throw wrongOption(FILTER_OPTIONS, { why: 'needs', other: '--all' });
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
