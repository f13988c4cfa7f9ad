import type { Mark } from './row.ts';

/** The picture before a row in Markdown and HTML. */
export const PICTURES: Readonly<Record<Mark, string>> = {
  attention: '⚠️',
  failed: '❌',
  unknown: '❔',
  waiting: '⏳',
  done: '✅',
  create: '➕',
  update: '✏️',
  PUBLISH: '🚀',
  PAUSE: '⏸️',
  RESUME: '▶️',
  STOP: '⏹️',
  note: '',
};
