import { InvalidArgumentError, Option } from 'commander';
import type { ApplyConsent } from '../../model/workspace.ts';

/** What each value of `--allow` permits. */
const PERMITS: Readonly<Record<ApplyConsent, string>> = {
  guard: 'a plan that changes too many live campaigns',
  'same-name': 'a second campaign with the same name or content',
  conflict: "applying the file's value over a manual change",
  unconfirmed: "accepting what the service shows, although it isn't what was sent",
  dirty: 'files that are not committed',
  branch: "a commit that the default branch of origin doesn't have",
  target: "sending the API key to a service that the default branch of origin doesn't name",
};

export function allowOption(choices: readonly ApplyConsent[]): Option {
  const option = new Option('--allow <what...>', 'permit what is otherwise refused')
    .choices([...choices])
    .default([], 'nothing');
  const { parseArg } = option;
  // It takes all values that follow it, so also the keys.
  option.parseArg = (value, previous) => {
    if (!choices.some((one) => one === value))
      throw new InvalidArgumentError([...permitted(choices), keysAdvice(choices, value)].join('\n  '));
    return parseArg?.(value, previous) ?? previous;
  };
  return option;
}

function permitted(choices: readonly ApplyConsent[]): readonly string[] {
  const width = Math.max(...choices.map(({ length }) => length));
  return ['It permits one of these:', ...choices.map((one) => `  ${one.padEnd(width)}  ${PERMITS[one]}`)];
}

/** The files aren't read yet, so whether the value is a campaign isn't known. Only plan and apply have a guard. */
function keysAdvice(choices: readonly ApplyConsent[], value: string): string {
  return choices.includes('guard')
    ? `If ${value} is a campaign, write --only ${value}.`
    : `If ${value} is a campaign, write it before --allow.`;
}
