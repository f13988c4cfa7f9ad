import type { CampaignStatus, ComponentName } from './campaign.ts';

/** A component, or one field of it, that can't be edited in a status. */
interface LockedField {
  readonly component: ComponentName;
  /** If omitted, the whole component is locked. */
  readonly field?: string;
}

export interface LockRule {
  readonly locked: 'everything' | readonly LockedField[];
  /** Whether the specification says so, or an open point assumes it. */
  readonly basis: 'specified' | 'assumed';
  readonly source: string;
}

const LIVE_LOCKS = [
  { component: 'trigger_condition' },
  { component: 'segmentation_details' },
  { component: 'conversion_goal_details' },
  { component: 'scheduling_details', field: 'delivery_type' },
  { component: 'scheduling_details', field: 'start_time' },
] as const satisfies readonly LockedField[];

/** Specification, States and transitions, rule 4; rows marked `assumed` are open points S3 and S4. */
export const LOCKS = {
  DRAFT: { locked: [], basis: 'specified', source: 'States and transitions, rule 4' },
  SCHEDULED: {
    locked: [{ component: 'scheduling_details', field: 'delivery_type' }],
    // Which field the "scheduling type" is, is open point S1.
    basis: 'specified',
    source: 'States and transitions, rule 4',
  },
  ACTIVE: { locked: LIVE_LOCKS, basis: 'specified', source: 'States and transitions, rule 4' },
  PAUSED: { locked: LIVE_LOCKS, basis: 'assumed', source: 'open point S3' },
  SENDING: { locked: 'everything', basis: 'assumed', source: 'open point S4' },
  SENT: { locked: 'everything', basis: 'assumed', source: 'open point S4' },
  STOPPED: { locked: 'everything', basis: 'specified', source: 'States and transitions, rule 4' },
  ARCHIVED: { locked: 'everything', basis: 'specified', source: 'States and transitions, rule 4' },
} as const satisfies Record<CampaignStatus, LockRule>;

type Locked = Exclude<(typeof LOCKS)[CampaignStatus]['locked'], 'everything'>[number];

/** The fields that some status locks, such as `scheduling_details.start_time`. */
export type LockedPath = Locked extends infer One
  ? One extends Required<LockedField>
    ? `${One['component']}.${One['field']}`
    : never
  : never;

/** Components that some status locks by name. Whether they can be sent depends on the campaign's status. */
export const LOCKABLE: ReadonlySet<ComponentName> = new Set(
  Object.values(LOCKS).flatMap(({ locked }) =>
    locked === 'everything' ? [] : locked.map(({ component }) => component),
  ),
);
