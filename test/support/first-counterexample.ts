import fc from 'fast-check';

// For killing a mutant, the first counter-example will do: no search for a smaller one.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
