import { isJsonObject, isList, valueAt, type JsonValue, type Path } from '../../model/json.ts';
import { allUsersHaveNoFilters } from './audience-rules.ts';
import {
  distributionAddsUp,
  localesAreListed,
  variationsAreSent,
  variationsAreThere,
  variationsDiffer,
} from './content-rules.ts';
import {
  delayBoundsAreInOrder,
  delayHasType,
  fieldsHaveEffect,
  liveActivityIsNotUsed,
  oneTimeLimitIsShort,
  queueHoldsSomething,
  secondValueHasEffect,
  startHasEffect,
  throttleLetsThrough,
} from './effect-rules.ts';
import { audienceIsPossible, countsLimit } from './contradiction-rules.ts';
import {
  filtersCompareWithSomething,
  filterValuesFit,
  groupsHaveFilters,
  limitsAreInOrder,
} from './filter-rules.ts';
import { timeRangesAreClear } from './time-range-rules.ts';
import { missingName, onValue } from '../problem.ts';
import { preferredSpelling } from '../preferred-spelling.ts';
import { segmentsHaveIds } from './placeholder-id-rules.ts';
import { referencesAreMaps, textsAreNoPaths, variablesAreMaps } from './reference-rules.ts';
import { textsInBody, type Rule } from './rule.ts';
import { utmNamesAreSpelled, utmValuesAreBare, utmValuesAreReal } from './utm-rules.ts';
import { controlGroupLeavesSomebody, goalsCount } from './measurement-rules.ts';
import { triggerHasAnEvent } from './trigger-rules.ts';
import { expiryIsAhead, startIsAhead } from './past-time-rules.ts';
import { daysAreChosen, expiryLeavesASend, weeklyStartIsSent } from './rhythm-rules.ts';
import {
  daysExist,
  localTimesExist,
  spansRunForward,
  startIsInSight,
  zoneIsAPlace,
  zoneIsKnown,
} from './schedule-rules.ts';
import { FEATURE_FIELDS } from '../../model/feature-fields.ts';
import { show } from '../../model/show.ts';
import { connectorTypeIsKnown, iosAudienceIsChosen, templatesAreWhole } from './template-rules.ts';

/** Open point V21: recovery and the same-name rule depend on the name. */
const nameIsThere: Rule = ({ body }) => {
  const details = body.basic_details;
  if (details === undefined) return [missingName([], 'basic_details', '')];
  if (!isJsonObject(details)) return [];
  const { name } = details;
  if (name === undefined) return [missingName(['basic_details'], 'name', ' in basic_details')];
  if (typeof name !== 'string' || name.trim() !== '') return [];
  return [onValue(['basic_details', 'name'], 'E_MISSING', 'the name is empty', 'give the campaign a name')];
};

const featuresAreOn: Rule = ({ body, features, workspace, isShared }) => {
  const used = FEATURE_FIELDS.filter(
    ({ path, feature }) => valueAt(body, path) !== undefined && !features.includes(feature),
  );
  const first = used.filter(
    ({ feature }, index) => used.findIndex((one) => one.feature === feature) === index,
  );
  return first.map(({ path, feature }) => ({
    ...onValue(
      path,
      'E_FEATURE',
      `${String(path.at(-1))} needs the feature ${feature}, which ${workspace} doesn't have`,
      `remove it${isShared ? `, set it to null in an override for ${workspace}` : ''}, or add ${feature} to the workspace's features`,
    ),
    namesWorkspace: true,
  }));
};

/** Specification, Filters: with the feature `portfolio`, a user attribute belongs to a project. */
const projectsAreNamed: Rule = ({ body, features }) => {
  if (!features.includes('portfolio')) return [];
  return ['trigger_condition', 'segmentation_details'].flatMap((component) =>
    attributeFilters(body[component] ?? null, [component])
      .filter(({ path }) => valueAt(body, [...path, 'project_name']) === undefined)
      .map(({ path }) => missingName(path, 'project_name', ' while the feature portfolio is on')),
  );
};

/** Filters on user attributes, at any depth; those inside an event's own attributes need no project (V13). */
function attributeFilters(value: JsonValue, path: Path): { path: Path }[] {
  if (isList(value)) return value.flatMap((item, index) => attributeFilters(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  if (value.filter_type === 'user_attributes') return [{ path }];
  return Object.entries(value)
    .filter(([name]) => name !== 'attributes')
    .flatMap(([name, member]) => attributeFilters(member, [...path, name]));
}

/** Open point V25: the service accepts several spellings, but files are easier to search and compare with one. */
const spellingsArePreferred: Rule = ({ body }) =>
  textsInBody(body).flatMap(({ path, text }) => {
    const preferred = preferredSpelling(path, text);
    if (preferred !== undefined) {
      const message =
        typeof preferred === 'number'
          ? `${show(text)} is a number in quotes`
          : `${show(text)} is not the preferred spelling`;
      const fix = typeof preferred === 'string' ? { was: text, put: preferred } : undefined;
      return [{ ...onValue(path, 'W_SPELLING', message, `write ${preferred}, or run campaigns fmt`), fix }];
    }
    if (path.at(-1) !== 'sherpa_campaign_duration') return [];
    const message = `${show(text)} is not a whole number of hours`;
    return [onValue(path, 'W_SPELLING', message, 'write a number such as 24, without quotes')];
  });

/** Rules about references that were forgotten: with the variable, a value that the schema refuses is a correct one. */
export const REFERENCE_RULES: readonly Rule[] = [referencesAreMaps, variablesAreMaps];

/**
 * The rules that a schema can't express, in the order in which findings at one place are reported. `judge-body.ts` runs those
 * about publishing, an audience of nobody, the status, the key and the team by itself.
 */
export const RULES: readonly Rule[] = [
  nameIsThere,
  featuresAreOn,
  projectsAreNamed,
  allUsersHaveNoFilters,
  filterValuesFit,
  filtersCompareWithSomething,
  limitsAreInOrder,
  groupsHaveFilters,
  timeRangesAreClear,
  triggerHasAnEvent,
  audienceIsPossible,
  countsLimit,
  segmentsHaveIds,
  localesAreListed,
  variationsAreThere,
  variationsAreSent,
  variationsDiffer,
  distributionAddsUp,
  daysExist,
  zoneIsKnown,
  zoneIsAPlace,
  spansRunForward,
  delayHasType,
  delayBoundsAreInOrder,
  startIsAhead,
  expiryIsAhead,
  localTimesExist,
  startIsInSight,
  expiryLeavesASend,
  weeklyStartIsSent,
  daysAreChosen,
  goalsCount,
  controlGroupLeavesSomebody,
  textsAreNoPaths,
  fieldsHaveEffect,
  startHasEffect,
  liveActivityIsNotUsed,
  oneTimeLimitIsShort,
  secondValueHasEffect,
  queueHoldsSomething,
  throttleLetsThrough,
  templatesAreWhole,
  iosAudienceIsChosen,
  connectorTypeIsKnown,
  spellingsArePreferred,
  utmNamesAreSpelled,
  utmValuesAreBare,
  utmValuesAreReal,
];
