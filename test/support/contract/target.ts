/** The address of a service and a credential for it. */
export interface Access {
  /** With a slash at the end. */
  readonly baseUrl: string;
  readonly appKey: string;
  readonly apiKey: string;
}

/** The features that a workspace can have. */
export type Feature = 'queuing' | 'audience_limit' | 'portfolio' | 'versioning';

/** How reads spell schedules. Open point W5. */
export type ReadView = 'written' | 'normalized' | 'documented';

/** The setup of one instance of the service. */
export interface Traits {
  readonly features: readonly Feature[];
  readonly limits: 'real' | 'off';
  readonly readView: ReadView;
  /** Whether an update replaces a component or is merged into it. Open point W7. */
  readonly updates: 'replaced' | 'merged';
  /** Whether the credential may change campaigns. */
  readonly scope: 'managing' | 'none';
}

/** A running service, and what a case can use besides the API. */
export interface Connection {
  readonly access: Access;
  /** A second workspace. Without it, cases about two workspaces are skipped. */
  readonly other?: Access;
  /** Whether `_control/` exists. Without it, cases that move time or create records are skipped. */
  readonly hasControl: boolean;
}

/** One setup of an implementation, started by the first case that needs it. */
export interface Instance {
  readonly traits: Traits;
  readonly open: () => Promise<Connection>;
}

/** An implementation of the service. A case runs on the first instance that fits. */
export type ContractTarget = readonly Instance[];

/** What a case requires of an instance. Anything left out doesn't matter, except features that affect every record. */
export interface Needs {
  readonly with?: readonly Feature[];
  readonly without?: readonly Feature[];
  /** `off` for cases that a rejected call, or the wait after it, would disturb. */
  readonly limits?: 'real' | 'off';
  readonly readView?: ReadView;
  /** For cases about what an update does to fields that it omits. */
  readonly updates?: 'replaced' | 'merged';
  /** The default is `managing`. */
  readonly scope?: 'managing' | 'none';
}

/** Features that a case must request, because they change every record or every filter. */
const INTRUSIVE: readonly Feature[] = ['versioning', 'portfolio'];

export function fits({ traits }: Instance, needs: Needs): boolean {
  const wanted = needs.with ?? [];
  const unwanted = [...(needs.without ?? []), ...INTRUSIVE].filter((feature) => !wanted.includes(feature));
  return (
    wanted.every((feature) => traits.features.includes(feature)) &&
    !unwanted.some((feature) => traits.features.includes(feature)) &&
    (needs.limits ?? traits.limits) === traits.limits &&
    (needs.readView ?? traits.readView) === traits.readView &&
    (needs.updates ?? traits.updates) === traits.updates &&
    (needs.scope ?? 'managing') === traits.scope
  );
}
