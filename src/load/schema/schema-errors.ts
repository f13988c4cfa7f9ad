import type { ErrorObject } from 'ajv/dist/2020.js';
import { isComponentName } from '../../model/campaign.ts';
import { pathOf } from '../../model/component-leaves.ts';
import type { DiagnosticCode } from '../../model/diagnostic.ts';
import { isJsonObject, isList, valueAt, type JsonValue, type Path } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import { parameterLike } from './other-names.ts';
import { enumFinding, foldedOperator, possibleValues } from './enum-words.ts';
import { contentHint, exampleDays, exampleLine, exampleValue, missingHint } from './example-value.ts';
import { formatHint, formatWords } from './format-words.ts';
import { suggestion } from '../suggestion.ts';
import { correctionTo, missingName, onePerPlace, onKey, onValue, type Problem } from '../problem.ts';
import { isGroup, listHint, singleHint } from './group-words.ts';
import { numberHint, withoutUnitsOfNumbers } from './number-words.ts';
import { otherDataType, emptyAudienceHint, slipOf, typeHint, typeMessage } from './type-words.ts';
import { OF_FILES, outOfComponent, outOfPlace } from './out-of-place.ts';
import { campaignRoot, placesOf, WORKSPACES_ROOT, type Places } from './schema-place.ts';
import { inSettings, oncePerLostVars, withoutMisspelled } from './settings-words.ts';
import { bare, clip, show } from '../../model/show.ts';
import { oncePerDisplacedSetting } from './settings-places.ts';
import { atLeast, rangeHint } from './range-words.ts';
import { splitFilters } from './split-filters.ts';
import { timeFinding } from './time-words.ts';
import { campaign, workspacesFile } from './validators.ts';
import type { Source } from '../yaml/source.ts';

/**
 * What is wrong with a body according to the campaign schema, references resolved: one problem per place, in our own
 * words.
 */
export function campaignProblems(body: JsonValue): Problem[] {
  const channel = valueAt(body, ['channel']);
  campaign(body);
  const places = placesOf(campaignRoot(channel));
  const problems = inWords(campaign.errors, { value: body, places });
  return splitFilters(withoutUnitsOfNumbers(problems, { places, body }), body);
}

/** What the schema finds in workspaces.yaml. */
export function workspacesProblems(source: Source): Problem[] {
  const { value } = source;
  workspacesFile(value);
  const problems = inWords(workspacesFile.errors, { value, places: placesOf(WORKSPACES_ROOT) });
  const explained = problems.map((problem) => inSettings(problem, value));
  return oncePerLostVars(withoutMisspelled(oncePerDisplacedSetting(explained, source)), value);
}

/** A value and the schema that refused it. */
interface Refused {
  readonly value: JsonValue;
  readonly places: Places;
}

function inWords(errors: readonly ErrorObject[] | null | undefined, refused: Refused): Problem[] {
  const problems = (errors ?? [])
    .filter(({ keyword }) => !COMPOSITES.has(keyword))
    .map((error) => ({ keyword: error.keyword, problem: problemOf(error, refused) }))
    .sort((a, b) => rank(a.keyword) - rank(b.keyword));
  return onePerPlace(problems.map(({ problem }) => problem));
}

/** Keywords that only repeat that a schema inside them failed. */
const COMPOSITES = new Set(['if', 'allOf', 'anyOf', 'oneOf']);

/** If several keywords fail at one place, the simplest one is reported. */
const RANKS = ['type', 'const', 'enum', 'format', 'pattern'];

function rank(keyword: string): number {
  const place = RANKS.indexOf(keyword);
  return place === -1 ? RANKS.length : place;
}

function problemOf(
  { keyword, instancePath, params: given }: ErrorObject,
  { value, places }: Refused,
): Problem {
  const path = pathOf(instancePath, value);
  const seen = valueAt(value, path);
  const field = fieldOf(path);
  // Ajv types the parameters of each keyword as a union without a common index; the switch on the keyword below
  // distinguishes them.
  const params = given as Readonly<Record<string, unknown>>;
  const wrong = (code: DiagnosticCode, message: string, hint: string) => onValue(path, code, message, hint);
  switch (keyword) {
    case 'type':
      if (path.length === 0 && (seen === null || seen === undefined))
        return wrong(
          'E_TYPE',
          'the file is empty',
          'delete it, and run campaigns init, which writes a new one',
        );
      if (typeof seen === 'number' && isTime(path) && places.pattern(path) !== undefined) {
        const { message, hint } = timeFinding(String(seen), { isLocal: isStart(path) });
        return wrong('E_FORMAT', message, hint);
      }
      if (field === 'trigger_attr') {
        return wrong(
          'E_TYPE',
          `trigger_attr is ${show(seen)}, but BEFORE needs a time attribute`,
          'write { name: attribute }',
        );
      }
      // Open point V12.
      if (field === 'geofences' && isList(seen)) {
        return wrong(
          'E_TYPE',
          'geofences must be one place, but it is a list',
          'keep one place, without the dash; for the others, write one file per place',
        );
      }
      if (isGroup(field) && isList(seen)) {
        return wrong('E_TYPE', `${field} must be a group of filters, but it is a list`, listHint(field));
      }
      return {
        ...wrong(
          'E_TYPE',
          typeMessage(field, seen, params.type),
          emptyAudienceHint(path, value) ??
            contentHint(path, value) ??
            typeHint(params.type, seen, {
              entries: places.values([...path, 0]),
              fields: places.names(params.type === 'array' ? [...path, 0] : path),
              example: exampleValue(places, path),
              isEntry: typeof path.at(-1) === 'number',
              isNeeded: TO_PUBLISH.has(field) || places.mayBeRequired(path),
              number: (text) => numberHint(text, { path, places, body: value }),
            }),
        ),
        ...slipOf(params.type, seen, path),
      };
    case 'const':
    case 'enum': {
      const listed = (params.allowedValues ?? [params.allowedValue]) as JsonValue[];
      const allowed = possibleValues(listed, path, value);
      const outside = { path, seen, allowed, beside: valueAt(value, path.slice(0, -1)) };
      const fix = correctionTo(seen, allowed);
      return (
        otherDataType(path, seen, outside.beside) ?? {
          ...wrong(...enumFinding(outside)),
          fix,
          ifFolded: foldedOperator(outside),
        }
      );
    }
    case 'required':
    case 'dependentRequired':
      return missing({
        path,
        name: String(params.missingProperty),
        because: params.property,
        parent: seen,
        body: value,
        places,
      });
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'propertyNames': {
      const name = String(params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName);
      return unknownName([...path, name], places.names(path), seen);
    }
    case 'format':
    case 'pattern':
      if (isTime(path) && typeof seen === 'string') {
        const { message, hint, fix } = timeFinding(seen, { isLocal: isStart(path), body: value });
        return { ...wrong('E_FORMAT', message, hint), fix };
      }
      return wrong(
        'E_FORMAT',
        `${show(seen)} ${formatWords(params.format)}`,
        formatHint(field, { places, path, seen: bare(seen), body: value }),
      );
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return wrong('E_RANGE', `${field} is ${show(seen)}`, rangeHint(params));
    case 'minItems':
    case 'minLength':
    case 'minProperties':
      return wrong('E_RANGE', `${field} is empty`, atLeast(params.limit, path, value));
    case 'maxItems':
    case 'maxLength':
      return wrong('E_RANGE', `${field} is too long`, `at most ${String(params.limit)}`);
    case 'maxProperties':
      return tooManyOwnParameters(path, seen, Number(params.limit));
    case 'uniqueItems':
      return wrong('E_VALUE', `${field} has the same entry twice`, 'keep one of the two');
    default:
      return outOfPlace(path, fieldOf(path), seen);
  }
}

/** Texts that publishing needs, although a draft may lack them. */
// prettier-ignore
const TO_PUBLISH = new Set([
  'name', 'subscription_category', 'connector_type', 'connector_name',
  'subject', 'html_content', 'from_address', 'title', 'message',
]);

/** The name of a place in a sentence; for an entry of a list, the name of the list. */
function fieldOf(path: Path): string {
  return clip(path.findLast((step) => typeof step === 'string') ?? 'the file');
}

interface Missing {
  readonly path: Path;
  readonly name: string;
  /** The field that makes the missing one necessary, if one does. */
  readonly because: unknown;
  readonly parent: JsonValue | undefined;
  readonly body: JsonValue;
  readonly places: Places;
}

function missing({ path, name, because, parent, body, places }: Missing): Problem {
  const field = fieldOf(path);
  if (isGroup(field) && valueAt(parent, ['filter_type']) !== undefined) {
    const message = `${field} must be a group of filters, but it is a single filter`;
    return onValue(path, 'E_TYPE', message, singleHint(field));
  }
  const typo = likelyTypo({ path, name, parent, places });
  if (typo !== undefined) {
    const message = `${name} is missing${path.length > 0 ? ` in ${fieldOf(path)}` : ''}: ${clip(typo)} looks like ${name}`;
    return onKey([...path, typo], 'E_MISSING', message, `write ${name}`);
  }
  const why = typeof because === 'string' ? ` (${because} needs it)` : '';
  const where = path.length > 0 ? ` in ${fieldOf(path)}` : '';
  const place = [...path, name];
  const offer = {
    values: possibleValues(places.values(place), place, body),
    example: exampleDays(place, body) ?? exampleValue(places, place),
    line: exampleLine(place, body),
  };
  const problem = missingName(path, name, `${where}${why}`, offer);
  return { ...problem, hint: missingHint(name, path) ?? problem.hint };
}

/** `utm_medum`: a misspelled name where names of one's own are allowed, too, so that it isn't an unknown one. */
function likelyTypo({ path, name, parent, places }: Omit<Missing, 'because' | 'body'>): string | undefined {
  if (path[0] !== 'utm_params' || !isJsonObject(parent)) return undefined;
  const known = places.names(path);
  return Object.keys(parent).find(
    (own) => own.startsWith('utm_') && !known.includes(own) && nearest(own, [name]) === name,
  );
}

function unknownName(path: Path, known: readonly string[], parent: JsonValue | undefined): Problem {
  const name = String(path.at(-1));
  if (path.length > 1 && (OF_FILES.includes(name) || isComponentName(name))) return outOfComponent(path);
  const where = path.length > 1 ? ` in ${fieldOf(path.slice(0, -1))}` : '';
  const message = `"${clip(name)}" is not a known field${where}`;
  const problem = onKey(path, 'E_UNKNOWN_KEY', message, nameHint(path, known, parent));
  return { ...problem, fix: correctionTo(name, known), resembles: parameterLike(path, known) };
}

function nameHint(path: Path, known: readonly string[], parent: JsonValue | undefined): string {
  const name = String(path.at(-1));
  const own = parameterLike(path, known);
  if (own !== undefined) {
    return valueAt(parent, [own]) === undefined
      ? `write ${clip(own)}: the names of parameters begin with utm_`
      : `${clip(own)} is already there: remove one of the two`;
  }
  if (path.at(-3) === 'content' || path.at(-2) === 'manual_distribution_percentage') {
    return 'variations are named variation_1, variation_2, …';
  }
  return known.length > 0 ? suggestion(name, known, parent) : 'choose another name';
}

function isTime(path: Path): boolean {
  return /time$/.test(fieldOf(path));
}

/** The start of the schedule has no offset; other times may have one. */
function isStart(path: Path): boolean {
  return path.length === 2 && path.at(-1) === 'start_time';
}

/** Specification, utm_params: the schema counts all parameters; the message counts only the custom ones. */
function tooManyOwnParameters(path: Path, seen: JsonValue | undefined, limit: number): Problem {
  const standard = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];
  const own = isJsonObject(seen) ? Object.keys(seen).filter((name) => !standard.includes(name)) : [];
  const sixth = own[5];
  if (path.at(-1) !== 'utm_params' || sixth === undefined) {
    return onValue(path, 'E_RANGE', `${fieldOf(path)} has too many entries`, `at most ${limit}`);
  }
  const message = `${clip(sixth)} is the sixth custom parameter; there are ${own.length}`;
  return onKey([...path, sixth], 'E_UTM', message, 'keep at most five');
}
