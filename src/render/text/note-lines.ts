import { campaignLine, type LineOptions } from './campaign-line.ts';
import { newsPhrase, type NoteView } from '../view/notes-view.ts';

/** What an apply only takes note of. */
export function noteLines(note: NoteView, options: LineOptions): string[] {
  const mark = options.paint.faint('·');
  return campaignLine({ mark, campaign: note.campaign, text: newsPhrase(note) }, options);
}
