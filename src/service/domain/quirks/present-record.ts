import { COMPONENTS, isDraftChannel, type CampaignRecord } from '../campaign/campaign-record.ts';
import { readViewOf } from '../campaign/read-view.ts';
import { without, type JsonObject } from '../json.ts';
import type { ReadView } from '../campaign/read-view.ts';
import type { Quirks } from './quirks.ts';
import { respelled } from './respell.ts';
import { withShownFields } from './shown-fields.ts';

/** What the answer to a read depends on, apart from the record. */
export interface Presentation {
  /** The option. The quirk of the same name takes precedence. */
  readonly readView: ReadView;
  readonly quirks: Quirks;
  /** Returns a number that was never returned before. */
  readonly nextRead: () => number;
}

/** A record as the get operation shows it. Open points W3, W5 and W32. */
export function presentRecord(
  record: CampaignRecord,
  { readView, quirks, nextRead }: Presentation,
): JsonObject {
  const viewed = readViewOf(record, quirks.readView ?? readView);
  return withShownFields(respelled(viewed, quirks.respellings), quirks, nextRead);
}

/** A record as the search operation shows it. Open point W13. */
export function presentRow(record: CampaignRecord, presentation: Presentation): JsonObject {
  const whole = presentRecord(record, presentation);
  if (presentation.quirks.searchRows === 'whole') return whole;
  const { channel } = record;
  // On other channels the connector is a field of the record instead of a component.
  const components = COMPONENTS[isDraftChannel(channel) ? channel : 'PUSH'];
  return without(
    whole,
    components.filter((name) => name !== 'basic_details'),
  );
}
