/** How a process ends: at its n-th word with the world outside, before that takes effect or right after. */
export interface Death {
  readonly step: number;
  readonly side: 'before' | 'after';
}

class Died extends Error {}

/** One life of a process, counted in what it asks of the world outside; without a death it lasts. */
export class Life {
  steps = 0;
  private readonly death: Death | undefined;

  constructor(death?: Death) {
    this.death = death;
  }

  /** Does what a process does until it is over, or until the process dies. */
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

/** What a port works out by itself: no word with the world, so nobody dies of it. */
const THOUGHTS: readonly PropertyKey[] = ['nextTurn'];

/** The same port for a process that may die at each call. */
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
