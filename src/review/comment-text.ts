/** The parts of a plan comment. */
export interface CommentParts {
  /** The line that identifies the comment. */
  readonly tag: string;
  /** The line below it, which has the marker in a signed comment. */
  readonly marker: string;
  /** Everything that people see except the last footnote, which names the time and the run and isn't signed. */
  readonly visible: string;
}

/**
 * Splits a comment. Line endings are normalized because GitHub and browsers change them. Whitespace around the text is
 * ignored.
 */
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
