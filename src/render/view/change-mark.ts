import type { Action } from '../../model/transitions.ts';
import type { ChangeView } from './change-view.ts';

const TRANSITIONS: Readonly<Record<Action, string>> = {
  PUBLISH: '🚀',
  PAUSE: '⏸️',
  RESUME: '▶️',
  STOP: '⏹️',
};

/** The picture before a change in Markdown and HTML. */
export function changeMark({ kind, campaign }: ChangeView): string {
  switch (kind) {
    case 'create':
      return '➕';
    case 'update':
      return '✏️';
    case 'transition':
      return campaign.transition ? TRANSITIONS[campaign.transition.action] : '✏️';
  }
}
