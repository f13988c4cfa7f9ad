import { done, unknownCampaign, type Call, type Outcome } from './operation.ts';

/** Specification, Get Campaign. */
export function getCampaign({ workspace, identifier, store, present }: Call): Outcome {
  const record = store.campaigns.find(workspace.appKey, identifier);
  return record ? done(present(record)) : unknownCampaign(identifier);
}
