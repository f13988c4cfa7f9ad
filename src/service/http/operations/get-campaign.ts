import { documentsNamed, done, unknownCampaign, type Call, type Outcome } from './operation.ts';

/** Specification, Get Campaign. */
export function getCampaign(call: Call): Outcome {
  const { identifier, present } = call;
  const found = documentsNamed(call, identifier);
  return found ? done(present(found.named)) : unknownCampaign(identifier);
}
