import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import components from '../../../schemas/components.schema.json' with { type: 'json' };
import workspaces from '../../../schemas/workspaces.schema.json' with { type: 'json' };

// The build puts precompiled functions of the same names in this file's place: compiling takes longer than most
// commands do otherwise. Options here and in scripts/precompile.mjs are the same.

const ajv = new Ajv2020({ strict: false, allErrors: true, allowUnionTypes: true });
addFormats.default(ajv);

/** Checks a campaign's body, references resolved. */
export const campaign: ValidateFunction = ajv.compile(components);
/** Checks what workspaces.yaml says. */
export const workspacesFile: ValidateFunction = ajv.compile(workspaces);
