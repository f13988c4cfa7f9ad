/** Advice for a place where there is no command line, but a workflow with inputs. */
export function inputWords(advice: string): string {
  return advice.replace(/--allow ([a-z-]+)/, 'the input allow: $1');
}
