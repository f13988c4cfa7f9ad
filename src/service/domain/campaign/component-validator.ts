import type { ValidateFunction } from 'ajv/dist/2020.js';

/** Checks a campaign, `{channel, campaign_delivery_type, components…}`. scripts/precompile.mjs writes this module from the schema. */
export declare const validateCampaign: ValidateFunction;
