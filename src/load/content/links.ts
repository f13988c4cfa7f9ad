import type { RuleParams } from '../../model/findings.ts';
import { valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import { isLoopback } from '../../model/workspace.ts';
import type { FoundIn } from '../check.ts';
import type { Tag } from './html.ts';
import type { ContentText } from './texts.ts';

// Where links and images of emails, and taps on push messages, lead, and what images say. Nothing is fetched.

/** Schemes with which a mail program opens nothing. A single letter is a drive of somebody's computer. */
const DEAD = /^(?:javascript|file|cid|blob|[a-z]):$/;
/** Schemes that others may be a misspelling of. */
const KNOWN: readonly string[] = ['https:', 'mailto:'];
/** Hosts that stand for one that is to follow, and services of placeholder images. */
const HOST_TO_FILL_IN =
  /^(?:www\.)?(?:(?:my|your)-?(?:domain|site|website|company|shop|store|brand)\.\w+|domain\.com)$|placehold|\.invalid$|^dummyimage\.com$/i;
/** The home page of a name that is reserved for examples (RFC 2606), which has no other. */
const EXAMPLE = /^https?:\/\/(?:www\.)?example\.(?:com|net|org|edu)\/?(?:[?#]|$)/i;
/** What people write where an address is to follow: signs in capitals, and words. */
const SIGN_TO_FILL_IN = /(?<!\w)(?:TODO|TBD|FIXME|XXX+|CHANGE_?ME|REPLACE_?ME)(?!\w)/;
const TO_FILL_IN = /(?:insert|your)[-_ ](?:link|url)|(?:link|url)[-_ ]here|\bplaceholder\b/i;
/** Hosts that exist only inside a network. */
const LOCAL_HOST =
  /^(?:0\.0\.0\.0|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2})$|\.(?:localhost|local|internal|lan)$/;

/** An address and its host as most are written: parsing changes nothing in it. */
const PLAIN = /^https?:\/\/((?:[a-z\d](?:[a-z\d]|-(?!-))*\.)+[a-z]{2,})(?:[/?#][\w\-.~/?#&=%+,:;@!$*]*)?$/;

/** What is wrong with an address; undefined if nothing is. A template may write it, or a part of it. */
function addressFault(written: string): RuleParams['LINK'] | undefined {
  const seen = written.trim();
  const unknown = seen.search(/\{[{%]|\[\[/);
  const known = unknown === -1 ? seen : seen.slice(0, unknown);
  if (seen === '#') return { why: 'placeholder', seen };
  // What a template writes after the host, or after a missing slash, says nothing against what is before it.
  const isClear = known === seen || /^https?:(?:\/\/[^/?#]+[/?#]|\/?[^/])/i.test(known);
  if (/^data:/i.test(seen) || seen.startsWith('#') || (!isClear && !/^http:/i.test(known))) return undefined;
  const [, plain] = PLAIN.exec(known) ?? [];
  const url = plain === undefined && URL.canParse(known) ? new URL(known) : undefined;
  const host = plain ?? (/^https?:/i.test(known) ? url?.hostname : undefined);
  if (host !== undefined && (isLoopback(host) || LOCAL_HOST.test(host))) return { why: 'local', seen };
  if (
    [SIGN_TO_FILL_IN, TO_FILL_IN, EXAMPLE].some((one) => one.test(known)) ||
    HOST_TO_FILL_IN.test(host ?? '')
  )
    return { why: 'placeholder', seen };
  if (isClear && plain === undefined && !(url && isAddress(known, url))) return { why: 'malformed', seen };
  return /^http:/i.test(seen) ? { why: 'insecure', seen } : undefined;
}

function isAddress(text: string, { protocol, hostname, pathname, search }: URL): boolean {
  if (protocol === 'mailto:') return pathname.includes('@') || search !== '';
  // Links into apps may have any other scheme and any form.
  if (!/^https?:$/.test(protocol))
    return !DEAD.test(protocol) && !nearest(protocol, KNOWN) && text.length > protocol.length;
  return /^https?:\/\/[^/\s<>"“”\\]+[^\s<>"“”\\]*$/i.test(text) && /.\../.test(hostname);
}

/** What an anchor has in place of an address, and an image that has several. */
const IN_ITS_PLACE = /^(?:id|name|srcset)$|(?:href|src)$/;

/** Attributes with an address. */
const LEADS: ReadonlySet<string> = new Set(['href', 'src', 'background', 'action', 'poster']);

/** A link or an image that leads nowhere, or that anyone on the network can read and change. */
export function linkFaults({ html }: ContentText): FoundIn<'LINK'>[] {
  return html?.tags.flatMap(faultsOfTag) ?? [];
}

function faultsOfTag(tag: Tag): FoundIn<'LINK'>[] {
  const { name, isEnd, attributes, isTemplated } = tag;
  if (isEnd || (attributes.length === 0 && name !== 'img')) return [];
  const faults = attributes.flatMap((part) => {
    const params = LEADS.has(part.name) ? addressFault(part.value.replaceAll('&amp;', '&')) : undefined;
    return params ? [{ part, params }] : [];
  });
  const isLink = name === 'img' || name === 'a';
  const hasOther = isTemplated || attributes.some((one) => IN_ITS_PLACE.test(one.name));
  if (!isLink || hasOther || !tag.isWhole) return faults;
  const params = { why: 'no-address', tag: name === 'a' ? 'link' : 'image' } as const;
  return [{ part: tag, params }];
}

/** Also in AMP, where images have a tag of their own. */
const IMAGES: readonly string[] = ['img', 'amp-img', 'amp-anim'];

/** Images without a text that a person reads or hears instead; an empty one marks the image as decoration. */
export function imagesWithoutText({ html }: ContentText): FoundIn<'ALT'>[] {
  const images = html?.tags.filter(({ name, isEnd }) => IMAGES.includes(name) && !isEnd) ?? [];
  return images.filter(isSeen).map((part) => ({ part, params: {} }));
}

/** Whether it has no text, and a screen reader doesn't skip it, nor is it a pixel that only counts who opened the email. */
function isSeen({ attributes }: Tag): boolean {
  const value = (wanted: string) => attributes.find(({ name }) => name === wanted)?.value;
  const style = value('style')?.replace(/\s/g, '') ?? '';
  const isPixel =
    /(?:^|;)display:none/i.test(style) ||
    ['width', 'height'].every(
      (side) =>
        /^[01](?:px)?$/.test(value(side) ?? '') ||
        new RegExp(`(?:^|;)${side}:[01](?:px)?(?:!|;|$)`).test(style),
    );
  const isSkipped = /^(?:presentation|none)$/.test(value('role') ?? '') || value('aria-hidden') === 'true';
  return value('alt') === undefined && !isPixel && !isSkipped;
}

const OPENS_ADDRESS: readonly unknown[] = ['DEEPLINKING', 'RICH_LANDING'];
/** The name of a screen, such as com.example.shop.Main. */
const SCREEN = /^[\w.]+$/;

/** The fields of a push message that say where a tap leads. */
const TAP_FIELD = /^(?:default|image)_click_action$|_value$|url$/;

/** The addresses of a push message are in fields of their own. */
export function tapFaults({ field, text, isContent }: ContentText): FoundIn<'LINK'>[] {
  if (!isContent || !TAP_FIELD.test(field)) return [];
  if (field.endsWith('_action')) return [{ params: { why: 'no-address', tag: text } }];
  const isScreen = field.endsWith('_value') && SCREEN.test(text);
  const params = isScreen || text === '' ? undefined : addressFault(text);
  return params ? [{ params }] : [];
}

/** Whether a tap leads where a field says, or should lead somewhere. */
export function opensIt(body: JsonObject, path: Path): boolean {
  const field = String(path.at(-1));
  const beside = (name: string) => valueAt(body, [...path.slice(0, -1), name]);
  const value = beside(`${field}_value`);
  if (field.endsWith('_action')) return value === undefined || value === '';
  return field.endsWith('url') || OPENS_ADDRESS.includes(beside(field.replace(/_value$/, '')));
}
