import { byCodeUnit } from '../../model/json.ts';
import type { PlannedCampaign } from '../../model/plan.ts';
import { segmentsOf } from '../../model/planned-sends.ts';
import type { Row } from '../rows/row.ts';
import { visibleLine } from '../text-layout.ts';
import type { PreviewUser } from '../../model/workspace.ts';

/** What a reader can filter changes by, and the values of one change: several for a folder in folders, and for segments. */
type FilterName = 'kind' | 'channel' | 'folder' | 'segment';

export function filterValues(
  { subject, kind, mark }: Row,
  campaign: PlannedCampaign | undefined,
): Readonly<Record<FilterName, readonly string[]>> {
  const { desired, live } = campaign ?? {};
  const channel = desired?.channel ?? live?.channel;
  const folders = subject.split('/').slice(0, -1);
  return {
    kind: [kind === 'change' ? mark.toLowerCase() : 'needs attention'],
    channel: channel === undefined ? [] : [channel],
    folder: folders.map((_, at) => folders.slice(0, at + 1).join('/')),
    segment: campaign ? segmentsOf(campaign).map(visibleLine) : [],
  };
}

interface FilterBarProps {
  readonly rows: readonly Row[];
  readonly campaigns: ReadonlyMap<string, PlannedCampaign>;
  /** Whose view of the messages can be chosen. */
  readonly users: readonly PreviewUser[];
}

/** What a reader can search for and choose. It works with the script of the page, and is hidden without it. */
export function FilterBar({ rows, campaigns, users }: FilterBarProps) {
  const all = rows.map((row) => filterValues(row, campaigns.get(row.subject)));
  return (
    <div class="filters" role="search" aria-label="Changes" hidden>
      <label>
        Search <input type="search" data-search />
      </label>
      {(['kind', 'channel', 'folder', 'segment'] as const).map((name) => (
        <Choice name={name} values={all.map((one) => one[name])} />
      ))}
      <UserChoice users={users} />
      <button type="button" data-open-all aria-pressed="false">
        Open all
      </button>
      <span role="status" data-count />
    </div>
  );
}

/** Whose view of the messages is shown. It works with the script of the page, and is hidden without it. */
export function UserChoice({ users }: Pick<FilterBarProps, 'users'>) {
  if (users.length === 0) return null;
  return (
    <label data-users hidden>
      Seen by{' '}
      <select>
        {['anyone: as written', ...users.map(({ label }) => label)].map((label, at) => (
          <option value={String(at)}>{label}</option>
        ))}
      </select>
    </label>
  );
}

/** A choice between the values that occur; none if there is nothing to choose. */
function Choice({
  name,
  values,
}: {
  readonly name: FilterName;
  readonly values: readonly (readonly string[])[];
}) {
  const different = [...new Set(values.flat())].sort(byCodeUnit);
  const isSame = different.length < 2 && values.every(({ length }) => length === different.length);
  if (isSame) return null;
  return (
    <label>
      {name.charAt(0).toUpperCase() + name.slice(1)}{' '}
      <select data-filter={name}>
        <option value="">all</option>
        {different.map((value) => (
          <option>{value}</option>
        ))}
      </select>
    </label>
  );
}
