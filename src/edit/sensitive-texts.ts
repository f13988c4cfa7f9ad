import { componentNames, type Components } from '../model/campaign.ts';
import type { ImportNote } from '../model/import.ts';
import { isJsonObject, isList, type JsonValue } from '../model/json.ts';

/** Patterns of secrets, by their common names. */
const SECRETS: readonly (readonly [looksLike: string, pattern: RegExp])[] = [
  ['an AWS access key', /\bAKIA[0-9A-Z]{16}\b/],
  ['a Stripe key', /\b[rs]k_live_[0-9a-zA-Z]{10,}/],
  ['a GitHub token', /\bgh[pousr]_[0-9A-Za-z]{30,}|\bgithub_pat_\w{30,}/],
  ['a Slack token', /\bxox[abprs]-[0-9A-Za-z-]{10,}/],
  ['a SendGrid key', /\bSG\.[\w-]{16,}\.[\w-]{16,}/],
  ['a Google API key', /\bAIza[\w-]{35}/],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['a signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\./],
  ['a password in an address', /\bhttps?:\/\/[^\s/:@"'<>{}]+:[^\s/@"'<>{}]+@/],
  ['a key in a link', /[?&;](?:api_?key|access_?token|auth_?token|secret|password)=[^&\s"'<>{}[\]]{8,}/i],
];

/** The part before the @ has at most 64 characters (RFC 5321), so that long texts without one are searched in time. */
const ADDRESS = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu;

/** Names of files that look like addresses: `logo@2x.png`, `swiper@11.min.js`. None of these endings is a domain. */
const FILE = /\.(?:avif|bmp|css|gif|html?|ico|jpe?g|js|json|mjs|mp4|pdf|png|svg|ttf|webp|woff2?)$/i;

/** Some of the domains that belong to nobody (RFC 2606), as in `placeholder="you@example.com"`. */
const FOR_EXAMPLES = ['example.com', 'example.net', 'example.org'];

/** Fields with the sender of a campaign: addresses in their domains belong to the company itself. */
const SENDERS = ['from_address', 'reply_to_address'];

/** Domains in which everybody can have an address: of a sender there, only the address itself is the company's. */
// prettier-ignore
const PUBLIC_DOMAINS = [
  'aol.com', 'gmail.com', 'gmx.de', 'gmx.net', 'googlemail.com', 'hotmail.com', 'icloud.com',
  'live.com', 'mail.ru', 'outlook.com', 'proton.me', 'protonmail.com', 'qq.com', 't-online.de',
  'web.de', 'yahoo.com', 'yandex.ru',
];

/** Texts in a campaign that perhaps should not be in a repository: people's addresses and likely secrets. */
export function sensitiveTexts(components: Components): ImportNote[] {
  const texts = componentNames(components).flatMap((component) =>
    textsIn(components[component] ?? null).map((one) => ({ ...one, component })),
  );
  const senders = texts.flatMap(({ field, text }) => (SENDERS.includes(field) ? [text.trim()] : []));
  const addresses = texts
    .flatMap(({ text }) => text.match(ADDRESS) ?? [])
    .filter((address) => !FILE.test(address) && !isForExamples(address) && !isOwn(address, senders));
  const masked = [...new Set(addresses.map(mask))].sort();
  const secrets = new Map<string, ImportNote>();
  for (const { text, component } of texts)
    for (const looksLike of likelySecretsIn(text))
      secrets.set(`${component} ${looksLike}`, { kind: 'secret-like', component, looksLike });
  return [
    ...(masked.length === 0 ? [] : [{ kind: 'personal-data', addresses: masked } as const]),
    ...secrets.values(),
  ];
}

function isForExamples(address: string): boolean {
  return FOR_EXAMPLES.some((domain) => isWithin(domainOf(address), domain));
}

/** Whether an address is in a domain of a sender, or in one above or below it: `mail.shop.example`, `shop.example`. */
function isOwn(address: string, senders: readonly string[]): boolean {
  const domain = domainOf(address);
  return senders.some((sender) => {
    const own = domainOf(sender);
    if (PUBLIC_DOMAINS.includes(own)) return address.toLowerCase() === sender.toLowerCase();
    return isWithin(domain, own) || isWithin(own, domain);
  });
}

/** Whether a domain is another one or below it. */
function isWithin(domain: string, other: string): boolean {
  return domain === other || domain.endsWith(`.${other}`);
}

function likelySecretsIn(text: string): string[] {
  return SECRETS.flatMap(([looksLike, pattern]) => (pattern.test(text) ? [looksLike] : []));
}

interface Text {
  readonly field: string;
  readonly text: string;
}

function textsIn(value: JsonValue, field = ''): Text[] {
  if (typeof value === 'string') return [{ field, text: value }];
  if (isList(value)) return value.flatMap((item) => textsIn(item, field));
  return isJsonObject(value) ? Object.entries(value).flatMap(([name, member]) => textsIn(member, name)) : [];
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** `ada@example.com` as `a…@example.com`: enough to find it without repeating it. */
function mask(address: string): string {
  const [first = ''] = address;
  return `${first}…@${domainOf(address)}`;
}
