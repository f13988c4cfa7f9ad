import type { Rule } from './check.ts';
import { CONTENT_RULES } from './content/rules.ts';
import { audienceIsMeant, allUsersHaveNoFilters } from './rules/audience-rules.ts';
import { blackoutsAreKept } from './rules/blackout-rule.ts';
import { conflictsAreResolved } from './rules/conflict-rules.ts';
import { delayBoundsAreInOrder, delayHasType } from './rules/delay-rules.ts';
import { fieldsHaveEffect, settingsCount } from './rules/effect-rules.ts';
import {
  connectorTypeIsKnown,
  featuresAreOn,
  fieldsAreThere,
  segmentsHaveIds,
  spellingsArePreferred,
  statusIsPossible,
} from './rules/field-rules.ts';
import { filtersCompare, timeRangesAreClear } from './rules/filter-rules.ts';
import { keyHasNoExtension, nameIsSafe } from './rules/name-rules.ts';
import { canBePublished } from './rules/publish-rules.ts';
import { referencesAreMaps } from './rules/reference-rules.ts';
import { daysAreChosen, daysAreMeant } from './rules/rhythm-rules.ts';
import {
  daysExist,
  spansRunForward,
  timesAreAhead,
  timesAreMeant,
  timesAreNotSkipped,
  zoneIsAPlace,
  zoneIsKnown,
} from './rules/schedule-rules.ts';
import { subjectIsOneLine } from './rules/subject-rule.ts';
import { teamRulesAreKept } from './rules/team-rules.ts';
import { utmNamesAreSpelled, utmValuesAreBare, utmValuesAreReal } from './rules/utm-rules.ts';
import { variationsAgree, variationsAreTested } from './rules/variation-rules.ts';

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
