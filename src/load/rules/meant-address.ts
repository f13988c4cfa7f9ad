import { nearest } from '../../model/nearest.ts';

// The beginning of an address, which browsers and mail programs need: `shop.example.com/sale` and `htps://…` open
// nothing. Schemes of apps are valid, and an address may begin with a template expression or a placeholder.

/** A name with a dot, such as `com.example.shop`, may also be a website, which a port follows. */
const SCHEME = /^([a-z][a-z0-9+-]*|[a-z][a-z0-9+.-]*(?=:\D)):/i;
/** `https//shop.example.com`, `https;//…` */
const BROKEN = /^https?[;.,]?\/+/i;
const HOST = /^(?:www\.[^\s/]|(?:[a-z0-9-]+\.)+([a-z]{2,})(?::\d+)?(?:[/?#]|$))/i;
const FILE = /^(?:png|jpe?g|gif|svg|webp|html?|php|aspx?|pdf|css|js|txt)$/i;
const PHONE = /^(?:\+|\(?0)[\d\s()/-]{6,}$/;
const MAILBOX = /^[^\s/@:]+@[^\s/@:]+\.[a-z]{2,}$/i;

/** How an address was meant whose beginning is missing or misspelled; undefined if it is none, or is well begun. */
export function meantAddress(address: string): string | undefined {
  const scheme = SCHEME.exec(address)?.[1]?.toLowerCase();
  if (scheme !== undefined) return correctScheme(scheme, address.slice(scheme.length + 1));
  if (BROKEN.test(address)) return `https://${address.replace(BROKEN, '')}`;
  if (PHONE.test(address)) return `tel:${address.replace(/[^+\d]/g, '')}`;
  if (MAILBOX.test(address)) return `mailto:${address}`;
  const [host, last = ''] = HOST.exec(address) ?? [];
  return host === undefined || FILE.test(last) ? undefined : `https://${address}`;
}

function correctScheme(scheme: string, rest: string): string | undefined {
  if (scheme === 'https' || scheme === 'http')
    return /^\/\/[^/]/.test(rest) ? undefined : `https://${rest.replace(/^\/+/, '')}`;
  const near = nearest(scheme, ['https', 'http', 'mailto'], 1);
  if (near === undefined || near === scheme) return undefined;
  return near === 'mailto' ? `mailto:${rest}` : `https://${rest.replace(/^\/+/, '')}`;
}

/** Whether an address is only the part after a website, as in `/sale` and `images/logo.png`: an email has no website. */
export function isPartOfAddress(address: string): boolean {
  return /^(?:\/(?!\/)|[\w.?-])/.test(address) && !SCHEME.test(address);
}
