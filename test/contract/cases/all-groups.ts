import type { CaseGroup } from '../support/contract.ts';
import { authenticationCases } from './authentication-cases.ts';
import { creationCases } from './creation-cases.ts';
import { envelopeCases } from './envelope-cases.ts';
import { idempotencyCases } from './idempotency-cases.ts';
import { requestIdCases } from './request-id-cases.ts';

/** Every case of the suite, in the order in which they run. */
export const ALL_GROUPS: readonly CaseGroup[] = [
  envelopeCases,
  authenticationCases,
  requestIdCases,
  idempotencyCases,
  creationCases,
];
