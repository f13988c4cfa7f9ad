import { invalid } from '../exchange/envelope.ts';
import { isList, type JsonObject } from '../json.ts';
import { FEATURES } from '../service-options.ts';
import type { Service } from '../service.ts';
import { refused, unknownWorkspace, value, workspaceOf, type Result } from './control-result.ts';

/** Switches features of a workspace: those that are named are on, the others off, until the next reset or start. */
export function switchFeatures(service: Service, body: JsonObject): Result {
  const workspace = workspaceOf(service, body);
  if (workspace === null) return unknownWorkspace();
  const named = isList(body.features) ? body.features : [];
  const features = FEATURES.filter((feature) => named.includes(feature));
  if (!isList(body.features) || !named.every((name) => FEATURES.some((feature) => feature === name))) {
    return refused(invalid('features', `features must be a list of words among ${FEATURES.join(', ')}`));
  }
  service.features.set(workspace, features);
  return value({ features });
}
