/** Who speaks to which service. */
export interface Access {
  /** With a slash at its end. */
  readonly baseUrl: string;
  readonly appKey: string;
  readonly apiKey: string;
}

/** What a workspace can have switched on. */
export type Feature = 'queuing' | 'audience_limit' | 'portfolio' | 'versioning';

/** How schedules are spelled on reading. Open point W5. */
export type ReadView = 'written' | 'normalized' | 'documented';

/** How one instance of the service is set up. */
export interface Traits {
  readonly features: readonly Feature[];
  readonly limits: 'real' | 'off';
  readonly readView: ReadView;
  /** Whether an update replaces a component or is merged into it. Open point W7. */
  readonly updates: 'replaced' | 'merged';
  /** Whether the credential may change campaigns. */
  readonly scope: 'managing' | 'none';
}

/** A running service, with what a case may use beside the API itself. */
export interface Connection {
  readonly access: Access;
  /** A second workspace; without it cases about two of them are skipped. */
  readonly other?: Access;
  /** Whether `_control/` is there; without it cases that move time or make records are skipped. */
  readonly hasControl: boolean;
}

/** One way in which an implementation is set up, started by the first case that needs it. */
export interface Instance {
  readonly traits: Traits;
  readonly open: () => Promise<Connection>;
}

/** An implementation of the service: the first instance that fits a case runs it. */
export type ContractTarget = readonly Instance[];

/** What a case asks of an instance; what is left out may be any, but for features that change what everybody sees. */
export interface Needs {
  readonly with?: readonly Feature[];
  readonly without?: readonly Feature[];
  /** `off` for cases that a rejected call, or the wait after it, would spoil. */
  readonly limits?: 'real' | 'off';
  readonly readView?: ReadView;
  /** For cases that say what an update does to fields that it leaves out. */
  readonly updates?: 'replaced' | 'merged';
  /** Default `managing`. */
  readonly scope?: 'managing' | 'none';
}

/** Features that a case must ask for, as they change every record or every filter. */
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
