/** Unreadable data: a long run of base64, in a data URI or alone. */
const ENCODED = /(?:data:[\w/+.-]{1,100};base64,)?[A-Za-z0-9+/_-]{160,}={0,2}/g;
/** Control characters, which a text file doesn't have; tabs and line breaks don't count. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;
/** A text shorter than this is always shown, so that a single character can't hide a title. */
const BINARY_AT_LEAST_CHARS = 200;
/** A long text with at least this share of control characters is treated as binary. */
const BINARY_SHARE = 0.05;

/** A text with unreadable data summarized. */
export interface Readable {
  readonly text: string;
  /** The summaries in the text. A part of one would not identify its data. */
  readonly summaries: readonly string[];
}

/** Each summary has the kind, the length, and a hash of the content. */
export function readable(text: string): Readable {
  const summaries: string[] = [];
  const summarized = (kind: string, content: string) => {
    const one = summary(kind, content);
    summaries.push(one);
    return one;
  };
  const shown = looksBinary(text)
    ? summarized('binary', text)
    : text.replace(ENCODED, (run) => summarized(/^data:[^,]*/.exec(run)?.[0] ?? 'base64', run));
  return { text: shown, summaries };
}

function looksBinary(text: string): boolean {
  const controls = text.match(CONTROL)?.length ?? 0;
  return text.length >= BINARY_AT_LEAST_CHARS && controls / text.length >= BINARY_SHARE;
}

function summary(kind: string, content: string): string {
  return `[${kind}, ${content.length.toLocaleString('en-US')} characters, #${mark(content)}]`;
}

/** FNV-1a, 32 bits: enough to see that two contents of one length differ. */
function mark(content: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < content.length; at++) {
    hash = Math.imul(hash ^ content.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
