import type { NewKeyFault } from '../model/key-fault.ts';
import { clip } from '../model/show.ts';

/** Why a key is not valid, as the rest of a sentence; `named` is what the sentence has just named. */
export function keyFaultWords(fault: NewKeyFault, named?: string): string {
  switch (fault.code) {
    case 'too-long':
      return `it is longer than ${fault.atMost} characters`;
    case 'empty-segment':
      return 'it is empty or has an extra slash';
    case 'wrong-characters':
      return `${fault.segment === named ? 'it' : `"${clip(fault.segment)}"`} ${wrongCharacters(fault.segment)}`;
    case 'ends-in-json':
      return `${fault.segment === named ? 'it' : `"${clip(fault.segment)}"`} ends in .json`;
    case 'reserved-name':
      return `"${clip(fault.segment)}" can't be the name of a file on Windows`;
  }
}

/** What is wrong with the characters of a segment; only letter case and spaces if these are all. */
function wrongCharacters(segment: string): string {
  const found = [/[A-Z]/.test(segment) ? 'capital letters' : [], /\s/.test(segment) ? 'spaces' : []].flat();
  const isAll = /^[a-z0-9][a-z0-9._-]*$/.test(segment.toLowerCase().replaceAll(/\s/g, '-'));
  if (isAll && found.length > 0) return `has ${found.join(' and ')}`;
  return /^[a-z0-9]/i.test(segment)
    ? 'has characters other than a-z, 0-9, ".", "_" and "-"'
    : "doesn't begin with a letter or digit";
}
