import { done, unknownCampaign, type Call, type Outcome } from './operation.ts';
import { told } from '../exchange/envelope.ts';
import { publishErrors } from '../campaign/publish-validation.ts';

/** Specification, Validate Campaign; the entries of `errors` are open point W11. */
export function validateCampaign({ workspace, identifier, now, store }: Call): Outcome {
  const record = store.campaigns.find(workspace.appKey, identifier);
  if (!record) return unknownCampaign(identifier);
  const errors = publishErrors(record, { now, features: workspace.features });
  if (errors.length === 0) return done({ valid: true });
  return done({
    valid: false,
    errors: told(errors).map(({ target, message }) => ({ field: target, issue: message })),
  });
}
