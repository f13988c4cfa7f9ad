/** A plan comment taken apart. */
export interface CommentParts {
  /** The line by which the comment is found. */
  readonly tag: string;
  /** The line below it, where a signed comment has its marker. */
  readonly marker: string;
  /** All that people see of it but the last footnote, which names the time and the run and is not signed. */
  readonly visible: string;
}

/**
 * Takes a comment apart. Line ends are normalized, since GitHub and browsers change them. Blanks around the text don't
 * count either.
 */
export function commentParts(body: string): CommentParts {
  const [tag = '', marker = '', ...rest] = body.replaceAll('\r\n', '\n').split('\n');
  return { tag, marker, visible: visibleText(rest.join('\n')) };
}

/** What of a comment's text is signed. */
export function visibleText(text: string): string {
  const trimmed = text.replaceAll('\r\n', '\n').trim();
  // Anybody may write a comment, so there is no regular expression here that a long line could keep busy.
  const at = trimmed.endsWith('</sub>') ? trimmed.lastIndexOf('<sub>') : -1;
  const isFootnote = at >= 0 && !trimmed.includes('\n', at);
  return isFootnote ? trimmed.slice(0, at).trim() : trimmed;
}
