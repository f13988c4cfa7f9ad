import { refuseInvalid } from '../../domain/failure.ts';
import { listAt, type JsonObject } from '../../domain/json.ts';
import { readQuirks } from '../../domain/quirks/read-quirks.ts';
import type { Mistake } from '../../domain/setting.ts';
import { shapeErrors } from '../request-shape.ts';
import type { Service } from '../service.ts';

export function showQuirks({ quirks }: Service): JsonObject {
  return { quirks: quirks.list };
}

/** Replaces all quirks, until they are replaced again, or the service is reset or restarted. */
export function setQuirks(service: Service, body: JsonObject): JsonObject {
  refuseInvalid(shapeErrors('quirks', body));
  const read = readQuirks(listAt(body, 'quirks').filter((one) => typeof one === 'string'));
  if (read.kind === 'refused')
    refuseInvalid(read.mistakes.map((mistake) => ({ target: 'quirks', message: sentence(mistake) })));
  else service.quirks.set(read.value);
  return showQuirks(service);
}

function sentence({ place, message, unknown }: Mistake): string {
  const known = unknown ? `; there are ${unknown.known.join(', ')}` : '';
  return `${place === '' ? '' : `${place}: `}${message}${known}`;
}
