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

/**
 * An address; not the name of a picture or script, such as `logo@2x.png`. The part before the @ has at most 64 characters
 * (RFC 5321), so that long texts without one are searched in time.
 */
const ADDRESS =
  /[\p{L}\p{N}._%+-]{1,64}@(?!\d)(?<domain>[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?!png|jpe?g|gif|svg|webp|js|css)\p{L}{2,})/gu;

/** Texts in a campaign that perhaps should not be in a repository: people's addresses and likely secrets. */
export function sensitiveTexts(components: Components): ImportNote[] {
  const found = componentNames(components).map((component) => ({
    component,
    texts: textsIn(components[component] ?? null),
  }));
  const texts = found.flatMap((one) => one.texts);
  const senders = texts.flatMap(({ field, text }) =>
    /^(?:from|reply_to)_address$/.test(field) ? text.trim() : [],
  );
  const isOwn = (domain: string) => senders.some((sender) => sender.endsWith(`@${domain}`));
  const addresses = texts.flatMap(({ text }) =>
    [...text.matchAll(ADDRESS)].flatMap(([address, domain = '']) =>
      isOwn(domain) ? [] : `${address.slice(0, 1)}…@${domain.toLowerCase()}`,
    ),
  );
  const secrets = found.flatMap(({ component, texts: own }) =>
    SECRETS.flatMap(([looksLike, pattern]): ImportNote[] =>
      own.some(({ text }) => pattern.test(text)) ? [{ kind: 'secret-like', component, looksLike }] : [],
    ),
  );
  const masked = [...new Set(addresses)].sort();
  return [
    ...(masked.length === 0 ? [] : [{ kind: 'personal-data', addresses: masked } as const]),
    ...secrets,
  ];
}

function textsIn(value: JsonValue, field = ''): { readonly field: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ field, text: value }];
  if (isList(value)) return value.flatMap((item) => textsIn(item, field));
  return isJsonObject(value) ? Object.entries(value).flatMap(([name, member]) => textsIn(member, name)) : [];
}
