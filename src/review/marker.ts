import { isObject } from '../model/json.ts';
import type { CampaignKey } from '../model/campaign.ts';
import type { StepDigest, Plan, PlannedCampaign } from '../model/plan.ts';
import type { StepName } from '../model/transitions.ts';

/** Part of every signature. A marker of another version contains digests of other things. */
const VERSION = 2;

/** What a plan comment was written for. All of it is signed, so a marker is worthless anywhere else. */
export interface CommentPlace {
  /** The repository's numeric ID, which survives a rename. */
  readonly repository: number;
  /** The campaign folder, relative to the root of the repository. */
  readonly folder: string;
  readonly workspace: string;
  /** The branch that the pull request targets. */
  readonly base: string;
  readonly pull: number;
}

/** The contents of the marker in one plan comment. */
export interface MarkerContents extends CommentPlace {
  /** The newest commit of the pull request when it was planned. */
  readonly head: string;
  /** The fingerprint of the plan that all parts belong to. */
  readonly plan: string;
  /** Part i of n. */
  readonly part: readonly [number, number];
  /** The digest of the visible text of this comment. */
  readonly text: string;
  /** Every campaign that this part shows, with its steps. A campaign without steps won't be changed. */
  readonly campaigns: ReadonlyMap<CampaignKey, readonly StepDigest[]>;
}

/** Signs and verifies with the review key, and digests texts. */
export interface Signer {
  readonly sign: (text: string) => string;
  readonly verify: (text: string, signature: string) => boolean;
  readonly digest: (text: string) => string;
}

const NAME = 'campaigns-review:v2';

/** The line of a marker. */
export function writeMarker(contents: MarkerContents, signer: Signer): string {
  const { repository, folder, workspace, base, pull, head, plan, part, text, campaigns } = contents;
  const steps = [...campaigns].map(([key, all]) => [
    key,
    ...all.map((step) => [step.name, step.target, step.base]),
  ]);
  const shown = { repository, folder, workspace, base, pull, head, plan, part, text, campaigns: steps };
  return signedLine(NAME, { v: VERSION, ...shown }, signer);
}

/** A line with a hidden, signed object: plain ASCII that can't contain the end of the comment or the line. */
export function signedLine(name: string, contents: object, signer: Signer): string {
  const json = JSON.stringify(contents).replaceAll(
    /[<>]|[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<!-- ${name} ${json} ${signer.sign(json)} -->`;
}

/** The object in such a line, if it was signed with this key. */
export function readSignedLine(
  name: string,
  line: string,
  signer: Signer,
): Record<string, unknown> | 'no-marker' | 'not-signed' {
  const [, named, json, signature] = /^<!-- (\S+) (\{.*\}) ([0-9a-f]{64}) -->$/.exec(line) ?? [];
  if (named !== name || json === undefined || signature === undefined) return 'no-marker';
  if (!signer.verify(json, signature)) return 'not-signed';
  const value: unknown = JSON.parse(json);
  return isObject(value) ? value : 'not-signed';
}

/** The contents of a line if it is a marker that was signed with this key. */
export function readMarker(line: string, signer: Signer): MarkerContents | 'no-marker' | 'not-signed' {
  const value = readSignedLine(NAME, line, signer);
  if (typeof value === 'string') return value;
  if (value.v !== VERSION || !Array.isArray(value.campaigns)) return 'not-signed';
  // We signed it, so it has the shape that we write.
  const { campaigns, ...rest } = value as unknown as { campaigns: SignedCampaign[] } & MarkerContents;
  const steps = campaigns.map(
    ([key, ...all]) => [key, all.map(([name, target, base]) => ({ name, target, base }))] as const,
  );
  return { ...rest, campaigns: new Map(steps) };
}

type SignedCampaign = [CampaignKey, ...[StepName, string, string | null][]];

/** The parts of a plan comment. */
interface CommentParts {
  /** The line that identifies the comment. */
  readonly tag: string;
  /** The line below it, which has the marker in a signed comment. */
  readonly marker: string;
  /** Everything that people see except the last footnote, which names the time and the run and isn't signed. */
  readonly visible: string;
}

/** Splits a comment. GitHub and browsers change line endings, and whitespace around it. */
export function commentParts(body: string): CommentParts {
  const [tag = '', marker = '', ...rest] = body.replaceAll('\r\n', '\n').split('\n');
  return { tag, marker, visible: signedText(rest.join('\n')) };
}

/** The part of a comment's text that is signed. */
export function signedText(text: string): string {
  const trimmed = text.replaceAll('\r\n', '\n').trim();
  // Anyone can write a comment, so this avoids regular expressions, which a long line could make slow.
  const at = trimmed.endsWith('</sub>') ? trimmed.lastIndexOf('<sub>') : -1;
  const isFootnote = at >= 0 && !trimmed.includes('\n', at);
  return isFootnote ? trimmed.slice(0, at).trim() : trimmed;
}

/** Signs the comments that together show a plan: the marker of each, and the text below it. */
export function signPlan(
  { fingerprint }: Pick<Plan, 'fingerprint'>,
  parts: readonly { readonly campaigns: readonly PlannedCampaign[]; readonly text: string }[],
  { place, head, signer }: { readonly place: CommentPlace; readonly head: string; readonly signer: Signer },
): readonly Readonly<Record<'marker' | 'text', string>>[] {
  return parts.map(({ campaigns, text }, at) => {
    const known = campaigns.filter((one) => !hasUnknownResult(one));
    const contents: MarkerContents = {
      ...{ ...place, head, plan: fingerprint, part: [at + 1, parts.length] },
      text: signer.digest(signedText(text)),
      campaigns: new Map(known.map(({ key, digests }) => [key, digests])),
    };
    return { marker: writeMarker(contents, signer), text };
  });
}

/** Left out if its result is unknown: listing it without steps would revoke earlier approvals. */
function hasUnknownResult({ verdict, steps, held }: PlannedCampaign): boolean {
  return verdict === 'unknown' || (steps.length === 0 && held.some(({ reason }) => reason === 'in-flight'));
}

/** The maximum length of a marker for these campaigns, in characters. */
export function markerLength(campaigns: readonly PlannedCampaign[]): number {
  const steps = campaigns.flatMap(({ digests }) => digests).length;
  const keys = campaigns.reduce((sum, { key }) => sum + JSON.stringify(key).length + 4, 0);
  return FRAME_LENGTH + keys + steps * STEP_LENGTH;
}

/** Everything but campaigns: 485 for digests and signature, and 400 characters of names of up to six. */
const FRAME_LENGTH = 3_000;
/** Two digests and a name. */
const STEP_LENGTH = 120;
