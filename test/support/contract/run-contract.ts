import { describe, test } from 'vitest';
import { ALL_GROUPS } from '../../contract/cases/all-groups.ts';
import { ContractClient, type Patience } from './client.ts';
import { titleOf, type ContractCase, type CaseContext } from './contract.ts';
import { Control } from './control.ts';
import { fits, type Connection, type ContractTarget } from './target.ts';

/** A case that did not run, and the reason. */
export interface SkippedCase {
  readonly title: string;
  readonly reason: string;
}

/** The longest wait in a test, in seconds. */
const PATIENCE_S = 60;

/** Makes a test of every case, in order. The returned list fills while they run. */
export function runContract(target: ContractTarget, groups = ALL_GROUPS): readonly SkippedCase[] {
  const skipped: SkippedCase[] = [];
  for (const { name, cases } of groups) {
    describe(name, () => {
      for (const one of cases) {
        const title = titleOf(one);
        test(title, async (vitest) => {
          const skip = (reason: string): never => {
            skipped.push({ title, reason });
            return vitest.skip(reason);
          };
          await runCase(one, target, skip);
        });
      }
    });
  }
  return skipped;
}

async function runCase(one: ContractCase, target: ContractTarget, skip: CaseContext['skip']): Promise<void> {
  const instance = target.find((candidate) => fits(candidate, one.needs));
  if (!instance) return skip(`no instance of the target is set up as asked: ${JSON.stringify(one.needs)}`);
  const connection = await instance.open();
  const patient = instance.traits.limits === 'real' && one.needs.limits !== 'real';
  await one.run(handsOf(connection, skip, patient ? patience(connection, skip) : undefined));
}

function handsOf(connection: Connection, skip: CaseContext['skip'], patience?: Patience): CaseContext {
  const client = new ContractClient(connection.access, patience);
  return {
    client,
    get other() {
      return new ContractClient(connection.other ?? skip('the target has no second workspace'), patience);
    },
    get control() {
      if (!connection.hasControl) skip('the target has no control interface');
      return new Control(connection.access.baseUrl);
    },
    now: () => (connection.hasControl ? new Control(connection.access.baseUrl).now() : client.now()),
    skip,
  };
}

/** With real limits, cases about other things wait if the clock can be moved or the wait is short. */
function patience(connection: Connection, skip: CaseContext['skip']): Patience {
  return async (seconds) => {
    if (connection.hasControl) {
      const { status } = await new Control(connection.access.baseUrl).send('POST', 'clock', {
        advance_ms: seconds * 1000,
      });
      if (status === 200) return true;
    }
    if (seconds > PATIENCE_S) skip(`the target asks for a wait of ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return true;
  };
}
