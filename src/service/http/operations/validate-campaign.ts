import { documentsNamed, done, unknownCampaign, type Call, type Outcome } from './operation.ts';
import { fittingDetails } from '../../domain/failure.ts';
import { publishErrors } from '../../domain/campaign/publish-validation.ts';

/** Specification, Validate Campaign; the entries of `errors` are open point W11. */
export function validateCampaign(call: Call): Outcome {
  const { workspace, identifier, now } = call;
  const found = documentsNamed(call, identifier);
  if (!found) return unknownCampaign(identifier);
  const errors = publishErrors(found.named, { now, features: workspace.features, live: found.live });
  if (errors.length === 0) return done({ valid: true });
  return done({
    valid: false,
    errors: fittingDetails(errors).map(({ target, message }) => ({ field: target, issue: message })),
  });
}
