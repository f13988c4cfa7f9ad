import { jsonText } from '../../model/json.ts';
import type { Replacement } from '../../model/replacement.ts';

/** A replacement as JSON for machines: `schemas/replacement.schema.json`. */
export function replaceDocument({ workspace, old, copy, texts, alsoFor, isDone }: Replacement): string {
  return jsonText({
    format: 'campaign-replacement/1',
    workspace,
    done: isDone,
    old: {
      key: old.key,
      file: old.file,
      campaign_id: old.campaignId,
      live_status: old.status,
      restored_from: old.commit,
    },
    copy,
    texts,
    also_for: alsoFor,
  });
}
