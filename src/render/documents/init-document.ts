import { jsonText } from '../../model/json.ts';
import type { Started } from '../../model/starter.ts';

export function initDocument({ written, kept, missing }: Started): string {
  return jsonText({ format: 'campaign-init/1', written, kept, missing });
}
