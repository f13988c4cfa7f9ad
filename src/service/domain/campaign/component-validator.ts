import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import schema from '../../../../schemas/components.schema.json' with { type: 'json' };

// The build and the tests replace this file with a precompiled validator, because compiling the schema takes longer than the rest of
// the startup.
const ajv = new Ajv2020({ strict: false, allErrors: true, allowUnionTypes: true });
formats.default(ajv);

/** Checks a campaign, `{channel, campaign_delivery_type, components…}`. */
export const validateCampaign: ValidateFunction = ajv.compile(schema);
