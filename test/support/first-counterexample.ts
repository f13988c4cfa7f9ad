import fc from 'fast-check';

// One counterexample is enough to kill a mutant, so it isn't shrunk.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
