import { inOrder, severityOf, type Diagnostic } from '../../model/diagnostic.ts';
import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import type { Result } from '../../model/result.ts';
import { COMMENT } from '../../messages/comment-messages.ts';
import { FAILURES } from '../../messages/catalog/failures.ts';
import { messageFor, messageOnGitHub } from '../../messages/catalog/row.ts';
import { firstPlace, plainTextOnGitHub } from '../../messages/phrase.ts';
import { attentionRows } from '../rows/attention-rows.ts';
import { clipTo, visibleLine } from '../text-layout.ts';

/** A message that GitHub shows at a line of a file. All of it is plain text in one line. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  /** From the repository's root. */
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  readonly title: string;
  readonly message: string;
}

export interface Annotated {
  readonly diagnostics: readonly Diagnostic[];
  readonly plan?: Plan | undefined;
  readonly result?: Result | undefined;
}

/** GitHub shows ten of a level for each step. At least one is for the step's own message. */
const SHOWN_AT_MOST = 10;
const OWN_AT_LEAST = 1;
/** GitHub refuses a title of more than 255 characters, and a message of more than 64 KB. These limits are lower, for the reader's sake. */
const TITLE_CHARS = 200;
const MESSAGE_CHARS = 4_000;

/**
 * Errors and blocked changes at their lines in the files: the worst first, each once, at most nine of a level, or as many
 * as the step's own messages of that level leave room for.
 */
export function annotationsOf(
  { diagnostics, plan, result }: Annotated,
  own: Partial<Record<Annotation['level'], number>> = {},
): Annotation[] {
  const all = [
    ...(result ? failures(result, plan) : []),
    ...inOrder(diagnostics).map(diagnosticAnnotation),
    ...(plan?.campaigns ?? []).flatMap((one) => heldAnnotations(one, plan?.workspace ?? '')),
  ];
  const once = [...new Map(all.map(shortened).map((one) => [JSON.stringify(one), one])).values()];
  return LEVELS.flatMap((level) =>
    bounded(
      once.filter((one) => one.level === level),
      SHOWN_AT_MOST - Math.max(OWN_AT_LEAST, own[level] ?? 0),
    ),
  );
}

const LEVELS = ['error', 'warning', 'notice'] as const;

/** What failed, at the place that the service complains about, or at the start of the campaign's file. */
function failures({ failed, workspace }: Result, plan: Plan | undefined): Annotation[] {
  const fileOf = new Map((plan?.campaigns ?? []).map(({ key, file }) => [key, file]));
  return failed.flatMap((one) => {
    const words = messageFor(FAILURES, { ...one.cause, workspace });
    const file = fileOf.get(one.key) ?? undefined;
    const place = firstPlace(words.why) ?? (file === undefined ? undefined : { file, line: 1 });
    const title = `${one.key}: failed`;
    return place ? [{ level: 'error', ...place, title, message: messageOnGitHub(words) }] : [];
  });
}

function diagnosticAnnotation(diagnostic: Diagnostic): Annotation {
  const { file, line, column, code: title, message, hint } = diagnostic;
  return { level: severityOf(diagnostic), file, line, column, title, message: `${message} — ${hint}` };
}

function heldAnnotations(campaign: PlannedCampaign, workspace: string): Annotation[] {
  const rows = attentionRows(campaign, workspace);
  const { head = '' } = rows.find(({ kind }) => kind === 'blocked') ?? rows[0] ?? {};
  return rows.flatMap(({ kind, place, ...row }): Annotation[] => {
    if (!place) return [];
    const level = kind === 'blocked' ? 'warning' : 'notice';
    const title = `${campaign.key}: ${head}`;
    return [{ level, file: place.file, line: place.line ?? 1, title, message: messageOnGitHub(row) }];
  });
}

function shortened(one: Annotation): Annotation {
  return {
    ...one,
    title: clipTo(visibleLine(one.title), TITLE_CHARS),
    message: clipTo(visibleLine(one.message), MESSAGE_CHARS),
  };
}

/** The first ones; the last of them says how many more there are. */
function bounded(all: readonly Annotation[], atMost: number): Annotation[] {
  const shown = all.slice(0, Math.max(0, atMost));
  const [more, last] = [all.length - shown.length, shown.pop()];
  if (!last) return [];
  const rest = more === 0 ? '' : ` ${plainTextOnGitHub(COMMENT.moreAnnotations(more))}`;
  return [...shown, { ...last, message: last.message + rest }];
}
