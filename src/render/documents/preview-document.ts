import { jsonText } from '../../model/json.ts';
import type { Preview } from '../../model/messages.ts';

/** One message as a user gets it, as JSON for machines: `schemas/preview.schema.json`. */
export function previewDocument({ key, user, locale, variation, content, unresolved }: Preview): string {
  return jsonText({ format: 'campaign-preview/1', key, user, locale, variation, content, unresolved });
}
