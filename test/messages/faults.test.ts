import { expect, it } from 'vitest';
import { fileFaultWords } from '../../src/messages/catalog/faults.ts';
import { plainText } from '../../src/messages/phrase.ts';

it.each([
  ['./mails/a.html ', 'the path begins or ends with a blank: "./mails/a.html "', 'write ./mails/a.html'],
  ['./mails/a.html\n', 'the path begins or ends with a blank: "./mails/a.html\\n"', 'write ./mails/a.html'],
  ['./mails/b.html', 'there is no such file: ./mails/b.html', 'the path is relative to campaigns/'],
])('a missing file %j is explained by what is wrong with its path', (path, message, hint) => {
  const fault = { code: 'E_FILE_MISSING', why: 'not-here', path, folder: 'campaigns' } as const;
  expect(fileFaultWords(fault).map(plainText)).toEqual([message, hint]);
});
