import type { Path } from '../model/json.ts';
import { clip } from '../model/show.ts';
import { isLoopback } from '../model/workspace.ts';
import { onValue, type Problem } from './problem.ts';

/** The purpose of an address. */
export interface AddressUse {
  readonly code: 'E_FORMAT';
  /** Why a protocol without encryption is refused. */
  readonly inTheClear: string;
  /** What to do about a credential in the address. */
  readonly secretHint: string;
}

/** Where the API key is sent. */
export const BASE_URL: AddressUse = {
  code: 'E_FORMAT',
  inTheClear: 'would send the credential in the clear',
  secretHint: 'keep it in the variable that api_key_env names',
};
const DASHBOARD_URL: AddressUse = {
  code: 'E_FORMAT',
  inTheClear: 'is not an address for links in comments',
  secretHint: 'remove the credential; everyone who reads a comment would see it',
};

/** A link must lead to the configured host, so only the part behind the host may differ from campaign to campaign. */
export function judgeDashboard(path: Path, text: string): Problem[] {
  const withId = (id: string) => text.replaceAll('{campaign_id}', id);
  const problems = judgeAddress(path, withId('id'), DASHBOARD_URL);
  if (problems.length > 0) return problems;
  if (text !== withId('') && new URL(withId('a')).host === new URL(withId('b')).host) return [];
  return [
    onValue(
      path,
      'E_FORMAT',
      'this address has no {campaign_id} after its host',
      'put {campaign_id} where the campaign ID belongs: https://host/campaigns/{campaign_id}',
    ),
  ];
}

/** `localhost:4010` would be parsed as a scheme and a path. */
const HOST_AND_PORT = /^[\w.-]+:\d{1,5}(?:\/|$)/;

/** A host without a scheme gets one. A text that may contain a credential is not repeated. */
function addressHint(text: string): string {
  const proposed = `https://${text}`;
  if (!/^[\w.:[\]-]+(?:\/[\w./-]*)?$/.test(text) || !URL.canParse(proposed)) return 'write https://host/';
  const { hostname, href } = new URL(proposed);
  return `write ${clip(isLoopback(hostname) ? href.replace('https:', 'http:') : href)}`;
}

/** Problems with an address. No message repeats a credential that the address contains. */
export function judgeAddress(
  path: Path,
  text: string,
  { code, inTheClear, secretHint }: AddressUse,
): Problem[] {
  if (!URL.canParse(text) || HOST_AND_PORT.test(text))
    // Even an address that can't be parsed may contain a credential.
    return [
      onValue(
        path,
        code,
        `${text.includes('@') ? 'this' : `"${clip(text)}"`} is not a web address`,
        addressHint(text),
      ),
    ];
  const { protocol, hostname, host, username, password } = new URL(text);
  if (username || password) {
    return [onValue(path, 'E_SECRET', 'the address contains a credential', secretHint)];
  }
  if (!/^https?:\/\//i.test(text)) {
    const message = 'this is not a web address: it begins with neither https:// nor http://';
    return [onValue(path, code, message, 'write an address that begins with https://')];
  }
  if (/\s/.test(text)) {
    return [onValue(path, code, 'this address contains a space', 'remove it, or write %20 in its place')];
  }
  // What looks like one host may be another one: the name sent to the network is in ASCII.
  if (!/^[a-z]+:\/\/[!-$&-.0-~]+(?:\/[!-~]*)?$/i.test(text)) {
    return [
      onValue(
        path,
        code,
        `this address has non-ASCII characters; its real host is ${clip(host)}`,
        `if you mean that host, write ${protocol}//${clip(host)}/`,
      ),
    ];
  }
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return [];
  return [
    onValue(
      path,
      code,
      `${clip(protocol)} ${inTheClear}`,
      'write https:; http: is allowed only for 127.0.0.1 and localhost',
    ),
  ];
}
