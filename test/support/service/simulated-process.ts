import type { OwnProcess } from '../../../src/service/domain/service-options.ts';

const all = new Map<string, SimulatedProcess>();

/** A process as others see it. Tests mark it as killed. */
export class SimulatedProcess implements OwnProcess {
  readonly identity = `simulated ${all.size + 1}`;
  readonly title = `process ${all.size + 1} on simulated`;
  life: 'alive' | 'dead' | 'unseen' = 'alive';

  constructor() {
    all.set(this.identity, this);
  }

  readonly lifeOf = (identity: string): SimulatedProcess['life'] => all.get(identity)?.life ?? 'unseen';
}
