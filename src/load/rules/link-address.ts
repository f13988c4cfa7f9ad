import { clip } from '../../model/show.ts';
import { isPartOfAddress, meantAddress } from './meant-address.ts';

// Addresses that lead nowhere, as far as the address itself shows that; nothing is fetched.

/** What is wrong with an address, and what to do. */
type Fault = readonly [message: string, hint: string];

const UPLOAD = 'upload the image, and write its address, such as https://…';
const FULL = 'write the full address, such as https://…';

/** What is wrong with the address of a link or an image of an email. */
export function linkFault(attribute: string, address: string): Fault | undefined {
  const nowhere = `this ${attribute} leads nowhere`;
  if (address === '' || address === '#') return [nowhere, FULL];
  const fault = addressFault(address);
  if (fault) return fault;
  if (isPartOfAddress(address))
    return [`${clip(address)} is only a part of an address, so ${nowhere} in an email`, FULL];
  return insecure(address);
}

/** What is wrong with a value of a push message. One that isn't surely an address may be anything. */
export function pushFault(value: string, isAddress: boolean): Fault | undefined {
  if (isAddress) return addressFault(value) ?? insecure(value);
  if (OWN_COMPUTER.test(value)) return onOwnComputer(value);
  return (/^www\.|[/:]/i.test(value) ? wrongBeginning(value) : undefined) ?? insecure(value);
}

function insecure(address: string): Fault | undefined {
  if (!/^http:/i.test(address)) return undefined;
  const message = `${clip(address)} begins with http:, so browsers and mail programs may block it or warn about it`;
  return [message, 'write https: in place of http:'];
}

const OWN_COMPUTER =
  /^(?:https?:)?(?:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0)(?::\d+)?(?:[/?#]|$)|^file:|^[a-z]:[\\/](?!\/)/i;

function onOwnComputer(address: string): Fault {
  return [`${clip(address)} is on your own computer, so customers can't open it`, 'write the public address'];
}

/** `https://` with nothing after it. */
const ONLY_BEGINS = /^(?:https?[:;.,]?\/*|mailto:|tel:|sms:)$/i;
/** An address, or a part of one, that was to be written later. */
const UNWRITTEN = /(?:^|[/:=])(?:TODO|TBD|FIXME|x{3,}|X{3,})(?:$|[/?#&])/;
const CURLY = '“”„‟‘’‚';

function addressFault(address: string): Fault | undefined {
  const shown = clip(address);
  if (/^data:/i.test(address)) return undefined;
  if (OWN_COMPUTER.test(address)) return onOwnComputer(address);
  if (/^(?:cid|blob|webkit-fake-url):/i.test(address))
    return [`${shown} was copied from an email or a program, so customers don't see this image`, UPLOAD];
  if (ONLY_BEGINS.test(address))
    return [`nothing follows ${address}, so it leads nowhere`, 'write the full address'];
  if (UNWRITTEN.test(address)) return [`${shown} isn't written yet`, 'write the full address'];
  if (/^javascript:/i.test(address)) return [`${shown} does nothing in an email`, FULL];
  if (CURLY.includes(address.charAt(0))) {
    const bare = address.replace(new RegExp(`["${CURLY}]`, 'g'), '');
    return [`${shown} has curly quotes`, `write straight quotes: "${clip(bare)}"`];
  }
  // A condition may write any part of an address.
  return wrongBeginning(address) ?? (address.includes('{%') ? undefined : malformed(address));
}

function wrongBeginning(address: string): Fault | undefined {
  const meant = meantAddress(address);
  if (meant === undefined) return undefined;
  const beginning = /^(?:https:\/\/|mailto:|tel:)/.exec(meant)?.[0] ?? '';
  return [`${clip(address)} doesn't begin with ${beginning}, so it leads nowhere`, `write ${clip(meant)}`];
}

/** What a template or a placeholder writes, which may be anything; also one that lacks a brace. */
const TEMPLATE = /\{[^{}]*\}{0,2}|\[\[[^[\]]*\]\]/g;

function malformed(address: string): Fault | undefined {
  if (/^mailto:/i.test(address)) return mailboxFault(address);
  const [begun, scheme = '', host = ''] = /^(https?:\/\/)((?:\{\{[^{}]*\}\}|[^/?#\\])*)/i.exec(address) ?? [];
  if (begun === undefined) return undefined;
  const rest = address.slice(begun.length);
  if (/^https?:?$/i.test(host)) return [`${clip(address)} begins twice`, `remove the first ${scheme}`];
  const meant = meantHost(host);
  const written = address.replace(TEMPLATE, '');
  const spaced = /\s/.test(written) ? `${clip(address)} contains a space` : undefined;
  if (meant !== host) {
    const hint = meant === undefined ? FULL : `write ${clip(scheme + meant + rest)}`;
    return [spaced ?? `${clip(host)} is not the name of a website`, hint];
  }
  if (spaced !== undefined) return [spaced, 'remove it, or write %20 in its place'];
  if (written.includes('\\'))
    return [`${clip(address)} has a backslash`, `write ${clip(address.replaceAll('\\', '/'))}`];
  if (!/\?[\w.~%=&+-]*\?[\w-]+=/.test(written)) return undefined;
  return [`${clip(address)} has a second question mark`, 'write & in its place'];
}

/** The name of a website, with a port. */
const WEBSITE = /^(?:[^\s@]+@)?(?:[\p{L}\p{N}_-]+\.)+(?:\p{L}[\p{L}\p{N}-]+|\d{1,3})\.?(?::\d+)?$/u;

/** The name of a website as it was meant; undefined if that isn't clear. */
function meantHost(host: string): string | undefined {
  if (/[{}[\]$%*|]/.test(host)) return host;
  const meant = host
    .replace(/\s+/g, '')
    .replace(/[.,]+/g, '.')
    // No top-level domain ends like that.
    .replace(/([^.])(com|org|net)((?::\d+)?)$/i, '$1.$2$3');
  return WEBSITE.test(meant) ? meant : undefined;
}

const MAILBOX = /^[^\s@/:]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$/u;

function mailboxFault(address: string): Fault | undefined {
  const [to = ''] = address.slice('mailto:'.length).split('?');
  if (to === '' || /[{}[\]%*|]/.test(to)) return undefined;
  if (to.split(/[,;]/).every((one) => MAILBOX.test(one.trim()))) return undefined;
  return [`${clip(to)} is not an email address`, 'write one, such as mailto:name@example.com'];
}
