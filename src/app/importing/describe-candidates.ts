import { sameComponent } from '../../model/canonical.ts';
import { componentNames, inCanonicalOrder, type Desired, type Live } from '../../model/campaign.ts';
import type { AdoptionCandidate, UnboundFile } from '../../model/import.ts';

/** A file and the live campaigns that it could be bound to, each with the components that differ. */
export function describeCandidates(file: Desired, lives: readonly Live[]): UnboundFile {
  return {
    key: file.key,
    file: file.file,
    components: file.components,
    candidates: lives.map((live): AdoptionCandidate => ({
      live,
      differing: inCanonicalOrder(componentNames(file.components)).filter(
        (name) => !sameComponent(name, file.components[name], live.components[name]),
      ),
    })),
  };
}
