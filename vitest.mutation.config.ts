import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A mutant is finished at its first failing test, so small tests close to the code run first. */
const FOLDERS = [
  ...['test/quota', 'test/plan', 'test/apply', 'test/model', 'test/golden', 'test/laws'],
  // These run git, or a server in this process, for a second at most.
  ...['test/remote', 'test/state'],
];

class NearFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      FOLDERS.findIndex((one) => moduleId.includes(`/${one}`));
    return Promise.resolve(files.toSorted((a, b) => rank(a) - rank(b) || (a.moduleId < b.moduleId ? -1 : 1)));
  }
}

/** For `npm run mutate`: the fast tests of the core, with draws that are the same for every mutant. */
export default defineConfig({
  test: {
    include: FOLDERS.flatMap((folder) => [`${folder}/**/*.test.ts`, `${folder}.test.ts`]),
    exclude: ['test/laws/!(planner-laws).test.ts', 'test/apply/makespan.test.ts'],
    setupFiles: ['test/support/fixed-seed.ts'],
    env: { PROPERTY_RUNS: '40', MUTANTS: 'yes' },
    isolate: false,
    sequence: { sequencer: NearFirst },
  },
});
