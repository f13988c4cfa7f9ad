import { COMPONENTS, isDraftChannel, type CampaignRecord } from '../campaign/campaign-record.ts';
import { readViewOf } from '../campaign/read-view.ts';
import { without, type JsonObject } from '../json.ts';
import type { ReadView } from '../campaign/read-view.ts';
import type { Quirks } from './quirks.ts';
import { respelled } from './respell.ts';
import { withShownFields } from './shown-fields.ts';

/** What the answer to a read depends on besides the record. */
export interface Presentation {
  /** The option; the quirk of the same name wins over it. */
  readonly readView: ReadView;
  readonly quirks: Quirks;
  /** A number that never comes again. */
  readonly nextRead: () => number;
}

/** A record as get answers it. Open points W3, W5 and W32. */
export function presentRecord(
  record: CampaignRecord,
  { readView, quirks, nextRead }: Presentation,
): JsonObject {
  const viewed = readViewOf(record, quirks.readView ?? readView);
  return withShownFields(respelled(viewed, quirks.respellings), quirks, nextRead);
}

/** A record as search answers it. Open point W13. */
export function presentRow(record: CampaignRecord, presentation: Presentation): JsonObject {
  const whole = presentRecord(record, presentation);
  if (presentation.quirks.searchRows === 'whole') return whole;
  const { channel } = record;
  // Of other channels the connector is a field of the record rather than a component.
  const components = COMPONENTS[isDraftChannel(channel) ? channel : 'PUSH'];
  return without(
    whole,
    components.filter((name) => name !== 'basic_details'),
  );
}
