import { CONSENTS, type Consent } from '../../model/workspace.ts';

/** How advice names what can be consented to: by the option of the command line. */
const OPTION = new RegExp(`--allow (${CONSENTS.join('|')})\\b`);

/** What a piece of advice says that can be consented to; undefined where it says nothing of that. */
export function consentIn(advice: string): Consent | undefined {
  const [, named] = OPTION.exec(advice) ?? [];
  return CONSENTS.find((consent) => consent === named);
}

/** The same advice for a place where there is no command line, but a workflow with inputs. */
export function inputWords(advice: string): string {
  return advice.replace(OPTION, 'the input allow: $1');
}
