import { isJsonObject, isList, type JsonValue, type Path } from '../../model/json.ts';
import { clip } from '../../model/show.ts';
import { onValue, type Problem } from '../problem.ts';
import type { Rule } from './rule.ts';

/**
 * `<segment id>`, `TODO`, `xxx`: what people write until they know the ID. `12345` or `abc` may be one, because an ID is any
 * text (open point W3).
 */
const STAND_IN =
  /^(?:<.*>|\[.*\]|\.{3}|…|\?+|x{2,}|todo|tbd|tba|fixme|(?:(?:your|my|the|segment)[ _-]?)+id(?:[ _-]?here)?)$/i;

/** A segment is chosen by its ID alone: with an ID that isn't one, nobody is included or excluded. */
export const segmentsHaveIds: Rule = ({ body, isSound }) =>
  ['trigger_condition', 'segmentation_details'].flatMap((component) =>
    segmentsIn(body[component] ?? null, [component])
      .filter(({ path }) => isSound(path))
      .flatMap(({ id, path }): Problem[] => {
        const isExcluded = path.includes('excluded_filters');
        if (!STAND_IN.test(id.trim())) return [];
        const who = isExcluded ? 'its users are not excluded' : 'nobody matches this filter';
        const message = `"${clip(id)}" stands for the ID of a segment but isn't one, so ${who}`;
        return [onValue([...path, 'id'], 'W_PLACEHOLDER', message, 'copy the ID from the service')];
      }),
  );

function segmentsIn(value: JsonValue, path: Path): { readonly id: string; readonly path: Path }[] {
  if (isList(value)) return value.flatMap((item, index) => segmentsIn(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  const { filter_type: type, id } = value;
  if (type === 'custom_segments') return typeof id === 'string' ? [{ id, path }] : [];
  return Object.entries(value).flatMap(([name, member]) => segmentsIn(member, [...path, name]));
}
