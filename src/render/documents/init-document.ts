import type { Started } from '../../model/starter.ts';
import { json } from '../json.ts';

export function initDocument({ written, kept, missing }: Started): string {
  return json({ format: 'campaign-init/1', written, kept, missing });
}
