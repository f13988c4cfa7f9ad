/** The address of the documentation. */
export const DOCUMENTATION = 'https://github.com/campaign-reconciler/campaign-reconciler';

/** The text below the list of commands. */
export const PROGRAM_FOOTER = `
Examples:
  $ campaigns init                          start in an empty repository
  $ campaigns validate && campaigns plan    check the files and show the plan
  $ campaigns plan 'promo/*' -w staging     one folder, in another workspace

Documentation: ${DOCUMENTATION}#readme`;

/** The text below the options of a command. */
export function examplesText(examples: readonly string[]): string {
  const shown = examples.map((example) => `  $ ${example}`).join('\n');
  return `\nExample${examples.length === 1 ? '' : 's'}:\n${shown}`;
}
