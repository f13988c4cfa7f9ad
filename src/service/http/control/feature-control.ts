import type { JsonObject } from '../../domain/json.ts';
import { FEATURES } from '../../domain/service-options.ts';
import type { Service } from '../service.ts';
import { value, type Result } from './control-result.ts';
import { readListOrder } from './list-order.ts';

/** Sets the features of a workspace. Features that aren't listed are off. Lasts until the next reset or start. */
export function switchFeatures(service: Service, body: JsonObject): Result {
  const order = readListOrder(service, body, 'features');
  if (order.kind === 'refused') return order;
  const features = FEATURES.filter((feature) => order.list.includes(feature));
  service.features.set(order.workspace, features);
  return value({ features });
}
