// Windows reserves the names of its devices, whatever extension follows, and drops dots at the end of a name. A repository
// with such a file can't be checked out there. No file system takes a name of more than 255 bytes.

const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** The maximum length of a file name without its extension: a number, or the ending of a draft, still fits. */
export const NAME_CHARS = 200;

/** The first segment of a path that can't be the name of a file or folder on every system. */
export function reservedSegment(path: string): string | undefined {
  return path.split('/').find((segment) => DEVICE.test(segment) || /[. ]$/.test(segment));
}

/** The path with other names in place of those. */
export function portablePath(path: string): string {
  return path
    .split('/')
    .map((segment) => segment.replace(/[. ]+$/, '').replace(DEVICE, '$&-campaign'))
    .filter((segment) => segment !== '')
    .join('/');
}

/** A file name from its beginning and its ending, of which the longer one is cut. The beginning has ASCII letters only. */
export function shortName(beginning: string, ending: string): string {
  const end = ending.slice(0, Math.max(NAME_CHARS / 2, NAME_CHARS - beginning.length));
  return beginning.slice(0, NAME_CHARS - end.length) + end;
}
