import type { ComponentName } from '../../model/campaign.ts';
import type { Held } from '../../model/held.ts';
import type { PlannedCampaign } from '../../model/plan.ts';
import { componentList } from '../../messages/component-names.ts';
import { capitalized, joined, say, type Phrase } from '../../messages/phrase.ts';

/**
 * Other changes of the campaign that a lock or a conflict blocks, too: half an edit isn't what was reviewed. What was only
 * changed in the service is restored later. Shown once, with the first lock or conflict.
 */
export function waitingBeside({ components, held }: PlannedCampaign, one: Held): Phrase {
  const { reason, components: own } = one;
  if (held.find((other) => other.reason === 'locked' || other.reason === 'conflict') !== one) return [];
  if ((reason !== 'locked' && reason !== 'conflict') || own.length === 0) return [];
  const elsewhere = new Set(held.flatMap((one) => one.components));
  const waiting = components.filter(
    ({ name, cause }) => cause !== 'released' && !own.includes(name) && !elsewhere.has(name),
  );
  const named = (isRestored: boolean): readonly ComponentName[] =>
    waiting.filter(({ cause }) => (cause === 'drifted') === isRestored).map(({ name }) => name);
  const [restored, edited] = [named(true), named(false)];
  return joined(
    edited.length === 0 ? [] : say`The change to ${componentList(edited)} is waiting, too.`,
    restored.length === 0
      ? []
      : say`${capitalized(componentList(restored))} changed in the service and will be restored later.`,
  );
}
