import type { ImportRequest } from '../../app/importing/prepare-import.ts';
import { UserFailure } from '../../app/process/user-failure.ts';
import type { CampaignId, CampaignStatus } from '../../model/campaign.ts';
import { EXIT } from '../../model/exit.ts';
import type { RefusalCause } from '../../model/refusal.ts';
import type { ProposalOptions } from '../session.ts';
import { isYaml, withoutYaml } from '../../model/yaml-name.ts';

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

/** Checks that the options are unambiguous before anything is read. */
export function requireOneWay({
  ids,
  all = false,
  adopt: adopts = false,
  key,
  ...rest
}: ImportOptions): void {
  const usage = (problem: Extract<RefusalCause, { code: 'import-usage' }>['problem']) =>
    new UserFailure(EXIT.USAGE, { code: 'import-usage', problem });
  if (all === ids.length > 0) throw usage(all ? 'ids-and-all' : 'nothing-named');
  const name = ids.find((id) => id.includes('/') || isYaml(id));
  if (name !== undefined) {
    const named = withoutYaml(name.replace(/^(?:.*\/)?campaigns\//, ''));
    throw new UserFailure(EXIT.USAGE, { code: 'import-key-as-id', name, key: key ?? named });
  }
  if (adopts && !all && (ids.length !== 1 || key === undefined)) throw usage('adopt-one');
  if (key !== undefined && ids.length !== 1) throw usage('key-for-one');
  const narrows = [rest.status, rest.channel, rest.tag, rest.name].some((one) => one !== undefined);
  const places = rest.into !== undefined || rest.layout !== undefined;
  if (adopts && (narrows || places)) throw usage('adopt-selects');
  if (narrows && !all) throw usage('filter-without-all');
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
