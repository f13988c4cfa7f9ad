/** How a process is killed: at its n-th call to the outside, before the call takes effect or right after. */
export interface Death {
  readonly step: number;
  readonly side: 'before' | 'after';
}

class Died extends Error {}

/** One run of a process, measured by its calls to the outside. Without a death it completes. */
export class Life {
  steps = 0;
  private readonly death: Death | undefined;

  constructor(death?: Death) {
    this.death = death;
  }

  /** Runs the process until it completes or is killed. */
  async during(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Died)) throw error;
    }
  }

  async step<Answer>(act: () => Promise<Answer>): Promise<Answer> {
    this.steps += 1;
    const isLast = this.steps === this.death?.step;
    if (isLast && this.death.side === 'before') throw new Died('the process died');
    const answer = await act();
    if (isLast) throw new Died('the process died');
    return answer;
  }
}

/** Methods that a port computes without a call to the outside, so the process can't be killed there. */
const THOUGHTS: readonly PropertyKey[] = ['nextSlot'];

/** The same port, for a process that can be killed at each call. */
export function crashing<Port extends object>(port: Port, life: Life): Port {
  return new Proxy(port, {
    get(target, name): unknown {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (THOUGHTS.includes(name)) return member.bind(target);
      return (...given: unknown[]) => life.step(() => member.apply(target, given) as Promise<unknown>);
    },
  });
}
