/**
 * Whether a text is a full object ID (SHA-1 or SHA-256). Text from the state branch or from an event reaches git only
 * if it is one: anything else could be an option (`--upload-pack=…`) or a name that means another commit tomorrow.
 */
export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}
