import { campaignLine, type LineOptions } from './campaign-line.ts';
import type { NoteView } from '../view/notes-view.ts';

/** What an apply only takes note of. */
export function noteLines({ campaign, news }: NoteView, options: LineOptions): string[] {
  return campaignLine({ mark: options.paint.faint('·'), campaign, text: news.join('; ') }, options);
}
