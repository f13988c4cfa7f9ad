import { plainText } from '../../messages/phrase.ts';
import { TEST } from '../../messages/comment-messages.ts';
import type { MessageTest } from '../../model/test-send.ts';
import { indent, padTo, widthOf, wrap } from '../columns.ts';
import { testRemark, testRows } from '../rows/test-rows.ts';
import type { Layout } from './paint.ts';

/** What became of a test, for a terminal. */
export function testText({ key, to, outcome }: MessageTest, workspace: string, layout: Layout): string {
  const { columns, paint } = layout;
  const rows = testRows(outcome);
  const width = Math.max(0, ...rows.map(({ message }) => widthOf(message)));
  const lines = rows.flatMap(({ mark, message, says }) => {
    const sign = mark === 'done' ? paint.good('✓') : paint.bad(mark === 'unknown' ? '?' : '✗');
    const name = width === 0 ? '' : `${padTo(message, width)}  `;
    const [first = '', ...more] = wrap(plainText(says), columns - INDENT - name.length);
    return [`  ${sign} ${name}${first}`, ...indent(more, INDENT + widthOf(name))];
  });
  const remark = plainText(testRemark(outcome));
  return [
    ...wrap(`${paint.strong(key)} · ${workspace} · ${plainText(TEST.to(to))}`, columns),
    ...lines,
    ...(remark === '' ? [] : indent(wrap(remark, columns - INDENT), INDENT)),
    '',
  ].join('\n');
}

const INDENT = 4;
