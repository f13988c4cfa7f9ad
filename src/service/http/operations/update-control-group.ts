import { authorErrors } from '../../domain/campaign/campaign-body.ts';
import { wireTime } from '../../domain/campaign/wire-time.ts';
import { detail, refuseInvalid, shown, type Detail } from '../../domain/failure.ts';
import { textAt, without, type JsonObject } from '../../domain/json.ts';
import { done, type Call, type Done } from './operation.ts';

const ACTION_TYPES = ['add', 'remove'];

/**
 * The upload of users for the global control group, as in the earlier version of the API. It is only stored. Open point
 * W30.
 */
export function updateControlGroup({ workspace, body, now, store }: Call): Done {
  refuseInvalid(uploadErrors(body));
  const upload = { at: wireTime(now), workspace: workspace.appKey, ...without(body, ['request_id']) };
  store.controlGroup.add(workspace.appKey, upload);
  return done({}, { status: 204, effect: `control group ${textAt(body, 'action_type') ?? ''}` });
}

function uploadErrors(body: JsonObject): readonly Detail[] {
  const { file_url, action_type, updated_by } = body;
  const wrong = (target: string, wanted: string): Detail =>
    detail(target, `must be ${wanted}, not ${shown(body[target])}`);
  return [
    ...(typeof file_url === 'string' && URL.canParse(file_url) ? [] : [wrong('file_url', 'an address')]),
    ...(ACTION_TYPES.some((type) => type === action_type)
      ? []
      : [wrong('action_type', `one of ${ACTION_TYPES.join(', ')}`)]),
    ...(updated_by === undefined ? [detail('updated_by', 'is required')] : authorErrors(body, 'updated_by')),
  ];
}
