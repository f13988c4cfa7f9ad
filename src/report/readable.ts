/** What no person reads: a run of base64 as long as this, in a data URI or alone. */
const ENCODED = /(?:data:[\w/+.-]{1,100};base64,)?[A-Za-z0-9+/_-]{160,}={0,2}/g;
/** Characters of a file that is no text; a tab and line ends are none of them. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

/** A text in which what only looks like text is summed up: its kind, its length, and a mark that moves with its content. */
export function readable(text: string): string {
  if (CONTROL.test(text)) return summary('binary', text);
  return text.replace(ENCODED, (run) => summary(/^data:[^,]*/.exec(run)?.[0] ?? 'base64', run));
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
