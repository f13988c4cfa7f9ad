import type { CaseGroup } from '../../support/contract/contract.ts';
import { advancedCases } from './advanced-cases.ts';
import { authenticationCases } from './authentication-cases.ts';
import { basicDetailsCases } from './basic-details-cases.ts';
import { contentCases } from './content-cases.ts';
import { controlCases } from './control-cases.ts';
import { creationCases } from './creation-cases.ts';
import { deliveryCases } from './delivery-cases.ts';
import { earlierVersionCases } from './earlier-version-cases.ts';
import { envelopeCases } from './envelope-cases.ts';
import { filterCases } from './filter-cases.ts';
import { idempotencyCases } from './idempotency-cases.ts';
import { limitCases } from './limit-cases.ts';
import { lockCases } from './lock-cases.ts';
import { measureCases } from './measure-cases.ts';
import { metaCases } from './meta-cases.ts';
import { previewCases } from './preview-cases.ts';
import { publishCases } from './publish-cases.ts';
import { recordCases } from './record-cases.ts';
import { requestIdCases } from './request-id-cases.ts';
import { scheduleCases } from './schedule-cases.ts';
import { searchCases } from './search-cases.ts';
import { settledCases } from './settled-cases.ts';
import { statusCases } from './status-cases.ts';
import { testSendCases } from './test-send-cases.ts';
import { triggerCases } from './trigger-cases.ts';
import { updateCases } from './update-cases.ts';
import { versionCases } from './version-cases.ts';

/** Every case of the suite, in the order in which they run. */
export const ALL_GROUPS: readonly CaseGroup[] = [
  envelopeCases,
  authenticationCases,
  requestIdCases,
  idempotencyCases,
  creationCases,
  basicDetailsCases,
  contentCases,
  triggerCases,
  filterCases,
  scheduleCases,
  deliveryCases,
  measureCases,
  advancedCases,
  recordCases,
  updateCases,
  lockCases,
  statusCases,
  publishCases,
  searchCases,
  metaCases,
  testSendCases,
  previewCases,
  earlierVersionCases,
  versionCases,
  settledCases,
  limitCases,
  controlCases,
];
