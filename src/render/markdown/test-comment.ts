import { TEST } from '../../messages/comment-messages.ts';
import { joined, sentence, type Phrase } from '../../messages/phrase.ts';
import type { MessageTest } from '../../model/test-send.ts';
import { PICTURES } from '../rows/row.ts';
import { testRemark, testRows } from '../rows/test-rows.ts';
import {
  fitBlocks,
  footnoteLine,
  frame,
  paragraph,
  tableHead,
  tableLine,
  type PageOptions,
} from './blocks.ts';
import { escapeMarkdown, phraseMarkdown } from './escape-markdown.ts';

interface Tested {
  readonly workspace: string;
  /** The commit whose files were sent. */
  readonly commit: string;
  readonly tests: readonly MessageTest[];
}

/** What became of the test messages of a pull request, for its comment and for the page of the run. */
export function testComment(
  { workspace, commit, tests }: Tested,
  { addressOf, footnotes, notices = [], limit, wholeAt }: PageOptions,
): string {
  const keys = new Set(tests.map(({ key }) => key));
  const head = tableHead(['', 'campaign', 'to', 'message', 'result']);
  const lines = tests.flatMap(({ key, file, to, outcome }) => {
    const link = `[${escapeMarkdown(key)}](${addressOf({ file, line: undefined })})`;
    const remark = testRemark(outcome);
    return testRows(outcome).map(({ mark, message, says }, at) => ({
      keys: [key],
      head,
      text: tableLine([
        ...[PICTURES[mark], link, escapeMarkdown(to.join(', ')), escapeMarkdown(message)],
        phraseMarkdown(at === 0 && remark.length > 0 ? joined(sentence(says), remark) : says),
      ]),
    }));
  });
  const blocks = [
    frame(`### ${phraseMarkdown(TEST.title(workspace))}\n`),
    ...notices.flatMap(paragraph),
    ...paragraph(TEST.intro(commit, keys.size)),
    ...lines,
  ];
  return fitBlocks({ blocks, footer: footnoteLine([commit.slice(0, 7), ...footnotes]), limit, wholeAt });
}

/** The text of an earlier comment with something to add, which is said once. */
export function withNotice(visible: string, workspace: string, notice: Phrase): string {
  const title = `### ${phraseMarkdown(TEST.title(workspace))}`;
  const said = phraseMarkdown(notice);
  const rest = visible.startsWith(title) ? visible.slice(title.length).trimStart() : visible;
  return rest.startsWith(said) ? visible : `${title}\n\n${said}\n\n${rest}`.trimEnd();
}
