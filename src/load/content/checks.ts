import type { Rule } from '../check.ts';
import { damagedParts, openElements } from './broken-text.ts';
import { unsupportedMarkup } from './client-support.ts';
import { expressionFaults } from './expressions.ts';
import { missingFallbacks } from './fallbacks.ts';
import { imagesWithoutText } from './images.ts';
import { lengthFaults, sizeFaults } from './lengths.ts';
import { linkFaults, opensIt, tapFaults } from './links.ts';
import { previewFaults } from './preview-text.ts';
import { isPromotional } from './texts.ts';
import { withoutWayOut } from './unsubscribe.ts';

// What users would see broken. It can be found in the texts alone; nothing is fetched.

export const CONTENT_RULES: readonly Rule[] = [
  { stage: 'content', code: 'EXPRESSION', find: expressionFaults },
  { stage: 'content', code: 'FALLBACK', find: missingFallbacks },
  { stage: 'content', code: 'TEXT', find: damagedParts },
  { stage: 'content', code: 'LENGTH', find: lengthFaults },
  { stage: 'content', code: 'HTML', find: openElements },
  { stage: 'content', code: 'ALT', find: imagesWithoutText },
  { stage: 'content', code: 'LINK', find: linkFaults },
  { stage: 'content', code: 'LINK', find: tapFaults, isFor: opensIt },
  { stage: 'content', code: 'CLIENT_SUPPORT', find: unsupportedMarkup },
  { stage: 'content', code: 'SIZE', find: sizeFaults },
  { stage: 'content', code: 'UNSUBSCRIBE', find: withoutWayOut, isFor: isPromotional },
  { stage: 'content', code: 'PREVIEW_TEXT', check: previewFaults },
];
