import type { Rule } from '../check.ts';
import { CONTENT_RULES } from '../content/rules.ts';
import { audienceIsMeant, allUsersHaveNoFilters } from './audience-rules.ts';
import { blackoutsAreKept } from './blackout-rule.ts';
import { conflictsAreResolved } from './conflict-rules.ts';
import { delayBoundsAreInOrder, delayHasType } from './delay-rules.ts';
import { fieldsHaveEffect, settingsCount } from './effect-rules.ts';
import {
  connectorTypeIsKnown,
  featuresAreOn,
  fieldsAreThere,
  segmentsHaveIds,
  spellingsArePreferred,
  statusIsPossible,
} from './field-rules.ts';
import { filtersCompare, timeRangesAreClear } from './filter-rules.ts';
import { keyHasNoExtension, nameIsSafe } from './name-rules.ts';
import { canBePublished } from './publish-rules.ts';
import { referencesAreMaps } from './reference-rules.ts';
import { daysAreChosen, daysAreMeant } from './rhythm-rules.ts';
import {
  daysExist,
  spansRunForward,
  timesAreAhead,
  timesAreMeant,
  timesAreNotSkipped,
  zoneIsAPlace,
  zoneIsKnown,
} from './schedule-rules.ts';
import { subjectIsOneLine } from './subject-rule.ts';
import { teamRulesAreKept } from './team-rules.ts';
import { utmNamesAreSpelled, utmValuesAreBare, utmValuesAreReal } from './utm-rules.ts';
import { variationsAgree, variationsAreTested } from './variation-rules.ts';

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
    timesAreMeant,
    daysAreMeant,
    teamRulesAreKept,
    blackoutsAreKept,
  ],
  [
    keyHasNoExtension,
    nameIsSafe,
    statusIsPossible,
    fieldsHaveEffect,
    settingsCount,
    variationsAreTested,
    timeRangesAreClear,
    segmentsHaveIds,
    timesAreNotSkipped,
    zoneIsAPlace,
    spellingsArePreferred,
    connectorTypeIsKnown,
    utmNamesAreSpelled,
    utmValuesAreReal,
    utmValuesAreBare,
    subjectIsOneLine,
  ],
  CONTENT_RULES,
];
