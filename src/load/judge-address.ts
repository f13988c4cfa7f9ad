import type { Path } from '../model/json.ts';
import { clip } from '../model/show.ts';
import { isLoopback } from '../model/workspace.ts';
import { onValue, type Problem } from './problem.ts';

/** What an address is for. */
export interface AddressUse {
  readonly code: 'E_BASE_URL' | 'E_DASHBOARD_URL';
  /** Why a protocol without encryption is refused. */
  readonly inTheClear: string;
  /** What to do about a credential in it. */
  readonly secretHint: string;
}

/** Where the API key is sent. */
export const BASE_URL: AddressUse = {
  code: 'E_BASE_URL',
  inTheClear: 'would send the credential in the clear',
  secretHint: 'keep it in the variable that api_key_env names',
};
const DASHBOARD_URL: AddressUse = {
  code: 'E_DASHBOARD_URL',
  inTheClear: 'is not an address for links in comments',
  secretHint: 'remove it: everyone who reads a comment would see it',
};

/** Links lead where this says, so only the part behind the host may differ from campaign to campaign. */
export function judgeDashboard(path: Path, text: string): Problem[] {
  const withId = (id: string) => text.replaceAll('{campaign_id}', id);
  const problems = judgeAddress(path, withId('id'), DASHBOARD_URL);
  if (problems.length > 0) return problems;
  if (text !== withId('') && new URL(withId('a')).host === new URL(withId('b')).host) return [];
  return [
    onValue(
      path,
      'E_DASHBOARD_URL',
      'this address has no {campaign_id} behind its host',
      'write {campaign_id} where the ID of a campaign belongs: https://host/campaigns/{campaign_id}',
    ),
  ];
}

/** What is wrong with an address. No message repeats a credential that stands in it. */
export function judgeAddress(
  path: Path,
  text: string,
  { code, inTheClear, secretHint }: AddressUse,
): Problem[] {
  if (!URL.canParse(text))
    // What can't be read may hold a credential all the same.
    return [
      onValue(
        path,
        code,
        `${text.includes('@') ? 'this' : `"${clip(text)}"`} is not a web address`,
        'write https://host/',
      ),
    ];
  const { protocol, hostname, host, username, password } = new URL(text);
  if (username || password) {
    return [onValue(path, 'E_LITERAL_SECRET', 'the address carries a credential', secretHint)];
  }
  // What looks like one host may be another: its name as it goes to the network is in ASCII.
  if (!/^[a-z]+:\/\/[!-$&-.0-~]+(?:\/[!-~]*)?$/i.test(text)) {
    return [
      onValue(
        path,
        code,
        `this address has characters other than plain ASCII; its host is really ${clip(host)}`,
        `if that is the host you mean, write ${protocol}//${clip(host)}/`,
      ),
    ];
  }
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return [];
  return [
    onValue(
      path,
      code,
      `${clip(protocol)} ${inTheClear}`,
      'write https:; http: is for 127.0.0.1 and localhost',
    ),
  ];
}
