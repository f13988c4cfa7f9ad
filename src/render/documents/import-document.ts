import { problemText } from '../../messages/catalog/faults.ts';
import { jsonText } from '../../model/json.ts';
import { statusWord } from '../../model/campaign.ts';
import type { AdoptionReport, ImportReport, LeftOut, UnboundFile } from '../../model/import.ts';

/** An import as JSON for machines: `schemas/import.schema.json`. */
export function importDocument(report: ImportReport): string {
  const { workspace, campaigns, texts, leftOut, managed, notAsked, isDone } = report;
  return jsonText({
    format: 'campaign-import/1',
    workspace,
    done: isDone,
    candidates: campaigns.map(({ key, file, live, notes, warnings }) => ({
      ...{ key, file, campaign_id: live.id, name: live.name ?? null },
      ...{ channel: live.channel, campaign_delivery_type: live.deliveryType, live_status: statusWord(live) },
      already_written: false,
      notes: notes.map(({ kind, ...more }) => ({ code: kind, ...more })),
      warnings: warnings.map(({ code, line, column, message }) => ({ code, line, column, message })),
    })),
    texts,
    left_out: leftOut.map(leftOutDocument),
    managed,
    not_asked: notAsked,
  });
}

function leftOutDocument({ id, live, reason: { code, ...reason } }: LeftOut) {
  return {
    campaign_id: id,
    name: live?.name ?? null,
    live_status: live ? statusWord(live) : null,
    reason: code,
    ...('diagnostics' in reason
      ? { diagnostics: reason.diagnostics.map(({ code: own, message }) => ({ code: own, message })) }
      : 'problem' in reason
        ? { message: problemText(reason.problem) }
        : reason),
  };
}

/** `{"format": "campaign-adoption/1", …}`, for scripts: `schemas/adoption.schema.json`. */
export function adoptionDocument({ workspace, certain, doubtful, fresh, isDone }: AdoptionReport): string {
  return jsonText({
    format: 'campaign-adoption/1',
    workspace,
    done: isDone,
    bound: certain.map(fileDocument),
    doubtful: doubtful.map(fileDocument),
    without_candidate: fresh,
  });
}

function fileDocument({ key, file, candidates }: UnboundFile) {
  return {
    key,
    file,
    candidates: candidates.map(({ live, differing }) => ({
      ...{ campaign_id: live.id, name: live.name ?? null, live_status: statusWord(live) },
      ...{ updated_by: live.updatedBy ?? null, updated_at: live.updatedAt ?? null, differing },
    })),
  };
}
