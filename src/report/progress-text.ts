import { counted, instant } from './text-layout.ts';

/** What a run tells while it goes on; see `apply/run.ts`. */
export type ProgressEvent =
  | { readonly kind: 'sent'; readonly summary: string }
  | { readonly kind: 'waiting'; readonly until: number; readonly done: number; readonly total: number };

export function progressLine(event: ProgressEvent): string {
  switch (event.kind) {
    case 'sent':
      return `  ✓ ${event.summary}\n`;
    case 'waiting': {
      const at = instant(new Date(event.until).toISOString());
      return `Creating ${event.done}/${counted(event.total, 'campaign')}: the next is possible at ${at}.\n`;
    }
  }
}
