import type { Rule } from '../check.ts';
import { expressionsWork } from './expressions.ts';
import { linksLeadSomewhere } from './links.ts';
import { elementsAreClosed, imagesHaveTexts } from './mail.ts';
import { promotionsCanBeLeft } from './unsubscribe.ts';
import { placeholdersAreOurs, textsAreWhole } from './words.ts';

/** What users would see: texts, HTML and template expressions. */
export const CONTENT_RULES: readonly Rule[] = [
  expressionsWork,
  textsAreWhole,
  elementsAreClosed,
  promotionsCanBeLeft,
  linksLeadSomewhere,
  imagesHaveTexts,
  placeholdersAreOurs,
];
