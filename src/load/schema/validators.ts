import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import components from '../../../schemas/components.schema.json' with { type: 'json' };
import workspaces from '../../../schemas/workspaces.schema.json' with { type: 'json' };
// eslint-disable-next-line n/no-unpublished-import -- The build replaces this file.
import { closed } from './closed.mjs';

// The build and the tests replace this file with precompiled functions of the same names, because compiling takes longer than most
// commands. The options here and in scripts/precompile.mjs are the same, but that those track no evaluated fields.

const ajv = new Ajv2020({ strict: false, allErrors: true, allowUnionTypes: true });
addFormats.default(ajv);

/** Checks a campaign's body, references resolved; fields that no schema lists are errors, too. */
export const campaign: ValidateFunction = ajv.compile(closed(components));
/** Checks the value of workspaces.yaml. */
export const workspacesFile: ValidateFunction = ajv.compile(workspaces);
