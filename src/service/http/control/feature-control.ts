import { invalid } from '../../domain/failure.ts';
import type { JsonObject } from '../../domain/json.ts';
import { FEATURES } from '../../domain/service-options.ts';
import type { Service } from '../service.ts';
import { refused, value, type Result } from './control-result.ts';
import { readListOrder } from './list-order.ts';

/** Switches features of a workspace: those that are named are on, the others off, until the next reset or start. */
export function switchFeatures(service: Service, body: JsonObject): Result {
  const wanted = `a list of words among ${FEATURES.join(', ')}`;
  const order = readListOrder(service, body, { field: 'features', wanted });
  if (order.kind === 'refused') return order;
  const features = FEATURES.filter((feature) => order.list.includes(feature));
  if (!order.list.every((name) => FEATURES.some((feature) => feature === name))) {
    return refused(invalid('features', `features must be ${wanted}`));
  }
  service.features.set(order.workspace, features);
  return value({ features });
}
