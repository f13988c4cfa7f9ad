import { posix } from 'node:path';
import { judge } from '../../load/judge.ts';
import { loadCampaigns } from '../../load/load-campaigns.ts';
import type { ReferenceAnswer } from '../../load/reference-answer.ts';
import {
  COMPONENTS,
  inCanonicalOrder,
  type ComponentName,
  type Components,
  type Desired,
  type LeavesByComponent,
  type Live,
} from '../../model/campaign.ts';
import { severityOf, type Diagnostic } from '../../model/diagnostic.ts';
import { keepsValue } from '../../model/kept-value.ts';
import { sameJson } from '../../model/json.ts';
import type { Binding } from '../../model/state.ts';
import { hasEndedStatus } from '../../model/past.ts';
import type { TeamRules } from '../../model/team-rules.ts';
import type { Workspace } from '../../model/workspace.ts';
import { importedBinding, unsettledComponents } from '../../plan/imported-binding.ts';

/** A campaign file to be written, with the texts that it refers to. */
export interface UncheckedFile {
  /** From the root of the repository. */
  readonly file: string;
  /** From the campaigns folder. */
  readonly below: string;
  readonly text: string;
  /** The meaning that the text should have. */
  readonly components: Components;
  /** Texts by path from the root of the repository. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The result of reading a written file again: the campaign and its record, or why it must not be written. */
export type CheckedFile =
  | {
      readonly kind: 'good';
      readonly desired: Desired;
      readonly binding: Binding;
      readonly warnings: readonly Diagnostic[];
    }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] }
  /** It can be read, and says something else than live. */
  | { readonly kind: 'differs'; readonly components: readonly ComponentName[] };

/**
 * Reads a generated file like any campaign file, and compares it like any plan. It is written only if a plan would have
 * nothing to do and nothing to note for it.
 */
export function checkFile(
  unchecked: UncheckedFile,
  {
    live,
    changing,
    workspace,
    workspaces,
    teamRules,
  }: {
    readonly live: Live;
    readonly changing: LeavesByComponent;
    readonly workspace: Workspace;
    readonly workspaces: ReadonlyMap<string, Workspace>;
    /** What live breaks is only a warning, as in every plan that follows. */
    readonly teamRules: TeamRules | undefined;
  },
): CheckedFile {
  const { file, below, text, texts } = unchecked;
  const readReference = (from: string, path: string): ReferenceAnswer => {
    const asked = posix.join(posix.dirname(from), path);
    const found = texts.get(asked);
    return found === undefined ? NOT_WRITTEN : { kind: 'text', file: asked, text: found };
  };
  const loaded = loadCampaigns({
    files: [{ file, below, text }],
    workspaces,
    workspacesToLoad: [workspace],
    readReference,
    ...(teamRules && { rules: teamRules }),
  });
  const judged = judge(loaded, {
    record: () => ({
      published: live.status !== 'DRAFT',
      ended: hasEndedStatus(live),
      status: undefined,
      keeps: (value) => keepsValue(live.components, value),
    }),
  });
  const [desired] = judged.desired.get(workspace.name) ?? [];
  const errors = judged.diagnostics.filter((one) => severityOf(one) === 'error');
  if (!desired || errors.length > 0) return { kind: 'refused', diagnostics: errors };
  const binding = importedBinding(desired, live, changing);
  const components = inCanonicalOrder([
    ...COMPONENTS.filter((name) => !sameJson(desired.components[name], unchecked.components[name])),
    ...unsettledComponents(desired, { live, binding }),
  ]);
  if (components.length > 0 || desired.name.trim() === '') return { kind: 'differs', components };
  // What a draft still needs is not an error here; every plan reports it when it matters.
  const warnings = judged.diagnostics.filter(({ code }) => code !== 'W_PUBLISH' && code !== 'W_AUDIENCE');
  return { kind: 'good', desired, binding, warnings };
}

const NOT_WRITTEN: ReferenceAnswer = {
  kind: 'problem',
  fault: { code: 'E_FILE_MISSING', why: 'not-here' },
};
