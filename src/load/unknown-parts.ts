import { COMPONENTS, isComponentName, type ComponentName } from '../model/campaign.ts';
import { channelsWhere } from '../model/channel.ts';
import { valueAt, type JsonObject, type Path } from '../model/json.ts';
import { nearest } from '../model/nearest.ts';
import { clip } from '../model/show.ts';
import { correctionTo, onKey, type Problem } from './problem.ts';
import { otherField } from './schema/other-fields.ts';
import { OF_FILES, outOfComponent } from './schema/out-of-place.ts';
import { campaignRoot, placesOf } from './schema/schema-place.ts';
import { unknownFields } from './schema/unknown-fields.ts';
import { suggestion } from './suggestion.ts';

/** Components and fields that a campaign of this channel doesn't have. */
export function unknownParts(body: JsonObject, isSound: (path: Path) => boolean): Problem[] {
  return [...ofOtherChannels(body), ...unknown(body, isSound)];
}

function ofOtherChannels(body: JsonObject): Problem[] {
  return COMPONENTS.filter((name) => body[name] !== undefined).flatMap((name) => {
    const channels = channelsWhere(({ components }) => components.includes(name));
    if (channels.some((channel) => channel === body.channel)) return [];
    const message = `${name} is for ${channels.join(' or ')} campaigns only`;
    return [onKey([name], 'E_UNKNOWN_KEY', message, 'remove it')];
  });
}

/** Open point V6: the service would store an unknown field without an error. */
function unknown(body: JsonObject, isSound: (path: Path) => boolean): Problem[] {
  const names = Object.keys(body).filter((name): name is ComponentName => isComponentName(name));
  const places = placesOf(campaignRoot(body.channel));
  return names.flatMap((name) =>
    unknownFields(campaignRoot(body.channel), { name, value: body[name] ?? null, isSound }).map(
      ({ path, known }) => {
        const field = String(path.at(-1));
        const parent = path.findLast((step, index) => index < path.length - 1 && typeof step === 'string');
        if (isComponentName(field)) {
          const what = `${field} is inside ${clip(String(parent))}`;
          return onKey(
            path,
            'E_UNKNOWN_KEY',
            what,
            placesFor(field, { body, beside: path.slice(0, -1), known }),
          );
        }
        if (OF_FILES.includes(field)) return outOfComponent(path);
        const message = `"${clip(field)}" is not a known field of ${clip(String(parent))}`;
        const other = otherField(path, { known, body, places });
        const problem = onKey(
          path,
          'W_UNKNOWN_FIELD',
          message,
          other?.hint ?? suggestion(field, known, valueAt(body, path.slice(0, -1))),
        );
        const resembles = other?.field ?? nearest(field, known);
        return { ...problem, fix: correctionTo(field, known), resembles, standsFor: other?.standsFor };
      },
    ),
  );
}

/** Where a component that is inside another one may go: the top level, or a part of a message with the same name in it. */
function placesFor(
  field: ComponentName,
  {
    body,
    beside,
    known,
  }: { readonly body: JsonObject; readonly beside: Path; readonly known: readonly string[] },
): string {
  const schema = placesOf(campaignRoot(body.channel));
  const inside = known.filter((name) => schema.names([...beside, name]).includes(field));
  const top = body[field] === undefined ? ['to the top level, at the left margin'] : [];
  const places = [...(inside.length > 0 ? [`into ${oneOf(inside)}`] : []), ...top];
  return places.length > 0 ? `move it ${places.join(', or ')}` : 'remove it';
}

/** `android, ios or web`. */
function oneOf(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), names.at(-1)].filter((part) => part !== '').join(' or ');
}
