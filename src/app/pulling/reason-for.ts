import type { Head } from '../../load/read-head.ts';
import { resolved, textsIn } from '../../load/texts-of.ts';
import type { ReadReference } from '../../load/reference-answer.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import { pointer } from '../../model/canonical.ts';
import type { Unwritable } from '../../model/raw-values.ts';
import type { LeftReason, PartName } from '../../model/pull.ts';
import type { InWorkspace } from '../context.ts';
import { otherUsers, type TextUsers } from './shared-texts.ts';

/** The campaign whose value can't be written, and those that may use the same texts and variables. */
interface Known extends InWorkspace, Pick<TextUsers, 'desired'> {
  readonly key: CampaignKey;
  readonly head: Head;
}

/** Why a part is left out, with what its value is made of and who else uses that. */
export function reasonFor(part: PartName, found: Unwritable, known: Known): LeftReason {
  const path = pointer(found.path.slice(1));
  if (found.kind === 'characters') return { code: 'characters', part, path };
  const { key, head, workspace, desired, context } = known;
  if (found.kind === 'variable') {
    const { name } = found;
    const users = (desired.get(workspace.name) ?? []).filter(
      (one) => one.key !== key && one.variables.some((used) => used.name === name),
    );
    return { code: 'variable', part, path, name, users: users.map((one) => one.key) };
  }
  const readReference: ReadReference = (from, asked) => context.folder.readReference(from, asked);
  const texts = textsIn(resolved(found.raw, head, { workspace, readReference }));
  return {
    code: 'reference',
    part,
    path,
    texts: texts.map((file) => ({ file, users: otherUsers(file, { key, desired, workspace }) })),
    valuesIn: Object.hasOwn(found.raw, 'with') ? head.source.file : null,
  };
}
