import { jsonText } from '../../model/json.ts';
import { statusWord } from '../../model/campaign.ts';
import type { AdoptionReport, UnboundFile } from '../../model/import.ts';

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
      campaign_id: live.id,
      name: live.name ?? null,
      live_status: statusWord(live),
      updated_by: live.updatedBy ?? null,
      updated_at: live.updatedAt ?? null,
      differing,
    })),
  };
}
