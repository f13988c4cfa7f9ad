import type { Path } from '../model/json.ts';
import { isLoopback } from '../model/workspace.ts';
import { as, type Coded } from './check.ts';

/** An address to which the API key is sent, or that people open. No finding repeats a credential that it contains. */
export function judgeAddress(path: Path, text: string): Coded[] {
  const { username, password } = URL.canParse(text) ? new URL(text) : { username: '', password: '' };
  if (username || password) return [as('SECRET', { why: 'literal', name: String(path.at(-1)) }, { path })];
  const wanted = addressFor(text);
  // Even an address that can't be parsed may contain a credential.
  const seen = text.includes('@') ? null : text;
  return wanted === undefined ? [] : [as('FORMAT', { seen, wanted }, { path })];
}

/** A link must lead to the configured host, so only the part behind the host may differ from campaign to campaign. */
export function judgeDashboard(path: Path, text: string): Coded[] {
  const withId = (id: string) => text.replaceAll('{campaign_id}', id);
  const found = judgeAddress(path, withId('id'));
  if (found.length > 0) return found;
  if (text !== withId('') && new URL(withId('a')).host === new URL(withId('b')).host) return [];
  const wanted = 'an address with {campaign_id} after its host: https://host/campaigns/{campaign_id}';
  return [as('FORMAT', { seen: text, wanted }, { path })];
}

/** What to write in place of a text that is no address we accept. */
function addressFor(text: string): string | undefined {
  // What looks like one host may be another one: the name sent to the network is in ASCII.
  if (!URL.canParse(text) || !/^https?:\/\/[!-$&-.0-~]+(?:\/[!-~]*)?$/i.test(text))
    return 'an address that begins with https:// and has only ASCII characters, such as https://host/';
  const { protocol, hostname } = new URL(text);
  const isSafe = protocol === 'https:' || isLoopback(hostname);
  return isSafe ? undefined : 'https: in place of http:, which is allowed only for 127.0.0.1 and localhost';
}
