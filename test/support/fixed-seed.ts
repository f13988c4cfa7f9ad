import fc from 'fast-check';

// A commit or a mutant must pass or fail by what it is, not by what a run happens to draw; `npm run test:laws` draws anew.
if (process.env.FRESH_DRAWS === undefined) fc.configureGlobal({ seed: 20_310_101 });
