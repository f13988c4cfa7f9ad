import type { Rule } from './check.ts';
import { expressionsWork } from './content/expressions.ts';
import { linksLeadSomewhere } from './content/links.ts';
import { elementsAreClosed, imagesHaveTexts, promotionsCanBeLeft } from './content/mail.ts';
import { placeholdersAreOurs, textsAreWhole } from './content/texts.ts';
import { audienceIsMeant, allUsersHaveNoFilters } from './rules/audience-rules.ts';
import { blackoutsAreKept } from './rules/blackout-rule.ts';
import { fieldsHaveEffect, settingsCount } from './rules/effect-rules.ts';
import {
  connectorTypeIsKnown,
  featuresAreOn,
  fieldsAreThere,
  statusIsPossible,
  valuesAreFinal,
} from './rules/field-rules.ts';
import { filtersCompare } from './rules/filter-rules.ts';
import { canBePublished } from './rules/publish-rules.ts';
import {
  daysAreChosen,
  daysExist,
  delayBoundsAreInOrder,
  delayHasType,
  somethingIsSent,
  spansRunForward,
  startIsKept,
  timesAreAhead,
  timesAreNotSkipped,
  zoneIsKnown,
} from './rules/schedule-rules.ts';
import { teamRulesAreKept } from './rules/team-rules.ts';
import {
  conflictsAreResolved,
  nameIsSafe,
  referencesAreMaps,
  spellingsArePreferred,
  subjectIsOneLine,
} from './rules/text-rules.ts';
import { variationsAgree, variationsAreSent } from './rules/variation-rules.ts';

/**
 * All checks of a body, in the order in which one mistake should be reported by the first that finds it. What is always
 * an error comes first, so that nothing silences it that turns out not to matter.
 */
export const STAGES: readonly (readonly Rule[])[] = [
  [
    conflictsAreResolved,
    referencesAreMaps,
    fieldsAreThere,
    featuresAreOn,
    allUsersHaveNoFilters,
    variationsAgree,
    daysExist,
    zoneIsKnown,
    spansRunForward,
    delayHasType,
    delayBoundsAreInOrder,
  ],
  [
    canBePublished,
    daysAreChosen,
    audienceIsMeant,
    filtersCompare,
    timesAreAhead,
    startIsKept,
    somethingIsSent,
    teamRulesAreKept,
    blackoutsAreKept,
  ],
  [
    nameIsSafe,
    statusIsPossible,
    fieldsHaveEffect,
    settingsCount,
    variationsAreSent,
    timesAreNotSkipped,
    spellingsArePreferred,
    connectorTypeIsKnown,
    valuesAreFinal,
    subjectIsOneLine,
  ],
  [
    expressionsWork,
    textsAreWhole,
    elementsAreClosed,
    promotionsCanBeLeft,
    linksLeadSomewhere,
    imagesHaveTexts,
    placeholdersAreOurs,
  ],
];
