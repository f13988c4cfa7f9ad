import { BELOW, campaignLine, STATUS_WIDTH, type LineOptions } from './campaign-line.ts';
import { componentLines } from './component-lines.ts';
import { isStopping, type ChangeView } from '../view/change-view.ts';
import { groupBy } from '../../model/grouping.ts';
import { sharedComponents, sharedEditTitle, sharedEditWords, type SharedEdit } from '../view/shared-edits.ts';
import { statusOf } from '../view/shown-status.ts';
import { say } from '../../messages/phrase.ts';
import { indent, wrap, padTo, widthOf } from '../columns.ts';

/** The sign before each kind of change. */
const MARKS = { create: '+', update: '~', transition: '▸' } as const;

/** A pause or a stop always shows its own sign, even if other changes come with it. */
export function signOf(change: ChangeView): string {
  return MARKS[isStopping(change) ? 'transition' : change.kind];
}

/** An edit that several campaigns share, shown once: whom it reaches, and the campaigns by live status. */
export function sharedEditLines(edit: SharedEdit, options: LineOptions): string[] {
  const { columns, paint } = options;
  const [{ kind, words, reach }] = edit.changes;
  const below = (texts: readonly string[]) =>
    indent(
      texts.flatMap((text) => wrap(text, columns - BELOW)).map((line) => paint.faint(line)),
      BELOW,
    );
  const title = sharedEditTitle(edit);
  const [head = '', ...more] = wrap(words, columns - BELOW - widthOf(title));
  return [
    `  ${paint.good(MARKS[kind])} ${paint.strong(title)}  ${head}`,
    ...indent(more, BELOW),
    ...below([...reach, sharedEditWords(edit)]),
    ...sharedComponents(edit).flatMap((one) => componentLines(one, options)),
    ...groupBy(edit.changes, ({ campaign }) => statusOf(campaign)).flatMap((group) =>
      statusLines(group, options),
    ),
  ];
}

/** `ACTIVE`, and the keys of all campaigns with that status. */
function statusLines(group: readonly ChangeView[], { columns }: LineOptions): string[] {
  const status = group[0] ? statusOf(group[0].campaign) : '';
  const keys = group.map(({ campaign }) => campaign.key).join(', ');
  const lines = wrap(keys, columns - BELOW - STATUS_WIDTH - 2);
  return indent(
    lines.map((line, at) => `${padTo(at === 0 ? status : '', STATUS_WIDTH)}  ${line}`),
    BELOW,
  );
}

/** What will be done to one campaign, whom it reaches, and which fields of an existing one change. */
export function changeLines(change: ChangeView, options: LineOptions): string[] {
  const { campaign, kind, words, reachInFull, components } = change;
  const { columns, paint } = options;
  return [
    ...campaignLine({ mark: paint.good(signOf(change)), campaign, text: say`${words}` }, options),
    ...reachInFull.flatMap((text) =>
      indent(
        wrap(text, columns - BELOW).map((line) => paint.faint(line)),
        BELOW,
      ),
    ),
    ...(kind === 'create' ? [] : components.flatMap((one) => componentLines(one, options))),
  ];
}
