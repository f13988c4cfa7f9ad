import type { RuleParams } from '../../model/findings.ts';
import { nearest } from '../../model/nearest.ts';

// Addresses that lead nowhere, as far as the address itself shows that; nothing is fetched.

type Params = RuleParams['LINK'];

/** What a template or a placeholder writes, which may be anything. */
const TEMPLATE = /\{[{%][^{}]*[}%]\}|\[\[[^[\]]*\]\]/g;
/** Stands for it. */
const ANY = '\uE003';

/** The name of a website, with a port. */
const WEBSITE = /^(?:[^\s@]+@)?(?:[\p{L}\p{N}_-]+\.)+(?:\p{L}[\p{L}\p{N}-]+|\d{1,3})\.?(?::\d+)?$/u;
const MAILBOX = /^[^\s@/:]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$/u;
const OWN_COMPUTER =
  /^(?:https?:)?(?:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0)(?::\d+)?(?:[/?#]|$)|^file:|^[a-z]:[\\/](?!\/)/i;
/** An address that was to be written later. */
const UNWRITTEN = /(?:^|[/:=])(?:TODO|TBD|FIXME|x{3,}|X{3,})(?:$|[/?#&])/;
/** `shop.example.com:8080` has a port, and no scheme. */
const SCHEME = /^([a-z][a-z0-9+-]*|[a-z][a-z0-9+.-]*(?=:\D)):/i;
/** Schemes with which a mail program opens nothing: images of another email or of a program. */
const COPIED = /^(?:cid|blob|webkit-fake-url)$/;

/** What is wrong with an address; undefined if nothing is. */
export function addressFault(written: string): Params | undefined {
  const seen = written.trim();
  const address = seen.replace(TEMPLATE, ANY);
  if (address === '' || address === '#' || /^javascript:/i.test(address) || OWN_COMPUTER.test(address))
    return { why: 'nowhere', seen };
  // A template may write the rest.
  const isTemplated = address.startsWith(ANY) || address.includes('{') || seen.includes('{%');
  if (isTemplated || /^(?:#|data:)/i.test(address)) return insecure(seen);
  const [begun, scheme = ''] = SCHEME.exec(address) ?? [];
  const isWell =
    begun === undefined ? /^\/\/[^/]/.test(address) : fits(scheme.toLowerCase(), address.slice(begun.length));
  return isWell && !UNWRITTEN.test(address) ? insecure(seen) : { why: 'malformed', seen };
}

function insecure(seen: string): Params | undefined {
  return /^http:/i.test(seen) ? { why: 'insecure', seen } : undefined;
}

/** Whether what follows a scheme may lead somewhere. Links into apps may have any scheme and any form. */
function fits(scheme: string, rest: string): boolean {
  if (scheme === 'https' || scheme === 'http') return isWebsite(rest);
  if (scheme === 'mailto') {
    const [to = ''] = rest.split('?');
    const isQuery = to === '' && rest.length > 1;
    return (
      isQuery || to.includes(ANY) || (to !== '' && to.split(/[,;]/).every((one) => MAILBOX.test(one.trim())))
    );
  }
  if (rest === '' || COPIED.test(scheme)) return false;
  return nearest(scheme, ['https', 'http', 'mailto'], 1) === undefined;
}

function isWebsite(rest: string): boolean {
  const [, host, path = ''] = /^\/\/([^/?#\\]+)(.*)$/s.exec(rest) ?? [];
  if (host === undefined || /[\s\\"'“”„‟]/.test(rest)) return false;
  if (/\?[\w.~%=&+-]*\?[\w-]+=/.test(path)) return false;
  return /[\uE003{}[\]$%*|]/.test(host) || WEBSITE.test(host);
}
