import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import schema from '../../schemas/state.schema.json' with { type: 'json' };

/** The kinds of files on a state branch. */
export type FileKind = 'approval' | 'binding' | 'journal' | 'ledger' | 'reported' | 'target';

// The build and the tests replace this file with precompiled functions of the same names, because nearly every command reads the
// state. The options here and in scripts/precompile.mjs must be the same.

const ajv = new Ajv2020({ strict: false });
ajv.addSchema(schema, 'state');

/** Validates a file of the state branch by its kind. */
export const stateFile: Readonly<Record<FileKind, ValidateFunction>> = {
  approval: validatorFor('approval'),
  binding: validatorFor('binding'),
  journal: validatorFor('journal'),
  ledger: validatorFor('ledger'),
  reported: validatorFor('reported'),
  target: validatorFor('target'),
};

function validatorFor(kind: FileKind): ValidateFunction {
  return ajv.compile({ $ref: `state#/$defs/${kind}` });
}
