import { isNonEmpty, validationFailed } from '../../domain/failure.ts';
import { listAt, type JsonObject } from '../../domain/json.ts';
import { readQuirks } from '../../domain/quirks/read-quirks.ts';
import { shapeErrors } from '../request-shape.ts';
import type { Service } from '../service.ts';
import type { Mistake } from '../../domain/setting.ts';
import { refused, value, type Result } from './control-result.ts';

export function showQuirks({ quirks }: Service): Result {
  return value({ quirks: quirks.list });
}

/** Replaces all quirks, until the next request, reset or start. */
export function setQuirks(service: Service, body: JsonObject): Result {
  const errors = shapeErrors('quirks', body);
  if (isNonEmpty(errors)) return refused(validationFailed(errors));
  const read = readQuirks(listAt(body, 'quirks').filter((one) => typeof one === 'string'));
  if (read.kind === 'refused') {
    const details = read.mistakes.map((mistake) => ({ target: 'quirks', message: sentence(mistake) }));
    if (isNonEmpty(details)) return refused(validationFailed(details));
    throw new Error('quirks were refused without a mistake');
  }
  service.quirks.set(read.value);
  return showQuirks(service);
}

/** Removes all quirks. */
export function clearQuirks(service: Service): Result {
  service.quirks.clear();
  return showQuirks(service);
}

function sentence({ place, message, unknown }: Mistake): string {
  const known = unknown ? `; there are ${unknown.known.join(', ')}` : '';
  return `${place === '' ? '' : `${place}: `}${message}${known}`;
}
