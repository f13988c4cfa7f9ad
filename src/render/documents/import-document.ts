import { jsonText } from '../../model/json.ts';
import { statusWord } from '../../model/campaign.ts';
import type { ImportNote, ImportReport, LeftOut } from '../../model/import.ts';
import { problemText } from '../../messages/catalog/faults.ts';

/** An import as JSON for machines: `schemas/import.schema.json`. */
export function importDocument({
  workspace,
  campaigns,
  texts,
  leftOut,
  managed,
  notAsked,
  isDone,
}: ImportReport): string {
  return jsonText({
    format: 'campaign-import/1',
    workspace,
    done: isDone,
    candidates: campaigns.map(({ key, file, live, notes, warnings }) => ({
      key,
      file,
      campaign_id: live.id,
      name: live.name ?? null,
      channel: live.channel,
      campaign_delivery_type: live.deliveryType,
      live_status: statusWord(live),
      already_written: false,
      notes: notes.map(noteDocument),
      warnings: warnings.map(({ code, line, column, message }) => ({ code, line, column, message })),
    })),
    texts,
    left_out: leftOut.map(leftOutDocument),
    managed,
    not_asked: notAsked,
  });
}

function noteDocument({ kind, ...more }: ImportNote) {
  return { code: kind, ...more };
}

function leftOutDocument({ id, live, reason }: LeftOut) {
  return {
    campaign_id: id,
    name: live?.name ?? null,
    live_status: live ? statusWord(live) : null,
    reason: reason.code,
    ...('components' in reason && { components: reason.components }),
    ...('diagnostics' in reason && {
      diagnostics: reason.diagnostics.map(({ code, message }) => ({ code, message })),
    }),
    ...(reason.code === 'unreadable' && { message: problemText(reason.problem) }),
    ...('fields' in reason && { fields: reason.fields }),
    ...('file' in reason && { file: reason.file }),
    ...('key' in reason && { key: reason.key }),
  };
}
