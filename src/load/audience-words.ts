import { memberOf } from '../model/json.ts';

// Names that people write in segmentation_details for the users who get a message, or who don't.

const EXCLUDED = 'write excluded_filters; as it is, the service ignores it, so these people get the message';
const INCLUDED = "write included_filters; as it is, the service ignores it, so it doesn't limit the audience";

const HINTS: Readonly<Record<string, string>> = {
  ...hintFor(EXCLUDED, ['exclude', 'excluded', 'excludes', 'excluding', 'exclusion', 'exclusions']),
  ...hintFor(EXCLUDED, ['except', 'exceptions', 'not', 'without', 'suppress', 'suppressed', 'suppressions']),
  ...hintFor(EXCLUDED, ['excluded_segments', 'exclude_segments', 'excluded_users', 'exclude_users']),
  ...hintFor(EXCLUDED, ['exclude_filters', 'exclusion_filters', 'excluded_audience', 'exclude_audience']),
  ...hintFor(INCLUDED, ['include', 'included', 'includes', 'including', 'inclusion', 'inclusions']),
  ...hintFor(INCLUDED, ['included_segments', 'include_segments', 'included_users', 'include_users']),
  ...hintFor(INCLUDED, ['include_filters', 'inclusion_filters', 'included_audience', 'include_audience']),
  ...hintFor(INCLUDED, [
    'audience',
    'audiences',
    'filter',
    'filters',
    'segment',
    'segments',
    'users',
    'only',
  ]),
};

/** What to write for an unknown field of `segmentation_details`, if its name says who is meant. */
export function audienceHint(name: string): string | undefined {
  return memberOf(HINTS, name.toLowerCase().replace(/[-\s]/g, '_'));
}

function hintFor(hint: string, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, hint]));
}
