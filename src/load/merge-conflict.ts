// Git writes both sides of a merge conflict into a file, between markers. A campaign file with them isn't valid YAML.
// But a text file with them is still a valid text, and would be sent with both sides and the markers.

/** The first marker of an unresolved conflict; undefined in a text that only has a line of seven such characters. */
export function conflictMarker(text: string): { readonly marker: string; readonly at: number } | undefined {
  const begin = /^<{7}(?= |\r?$)/m.exec(text);
  return begin && /^>{7}(?= |\r?$)/m.test(text) ? { marker: begin[0], at: begin.index } : undefined;
}
