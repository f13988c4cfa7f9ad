import fc from 'fast-check';

// A commit or a mutant must pass or fail because of its content, not because of random draws. `npm run test:laws` uses
// new seeds.
if (process.env.FRESH_DRAWS === undefined) fc.configureGlobal({ seed: 20_310_101 });
// One counterexample is enough to kill a mutant, so it isn't shrunk.
if (process.env.MUTANTS !== undefined)
  fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
