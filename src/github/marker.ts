import { createHmac, scryptSync, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isObject, stableText, type JsonObject } from '../model/json.ts';

/** What a plan comment promises to reviewers: which change of which campaign, at which commit. */
export interface MarkerContents {
  /** `owner/name`. */
  readonly repository: string;
  /** The branch that the pull request goes to. */
  readonly base: string;
  readonly pull: number;
  /** The newest commit of the pull request when it was planned. */
  readonly head: string;
  readonly workspace: string;
  /** Of the ids: others digest other things. */
  readonly digest: number;
  /** Every campaign that the pull request touches, with the id of its change; null where nothing is to be done. */
  readonly changes: Readonly<Record<string, string | null>>;
  /** The ids of emergency brakes that are part of a larger change. */
  readonly brakes: Readonly<Record<string, string>>;
}

/** What stands in a comment where a marker should be. */
export type MarkerAnswer =
  | { readonly kind: 'signed'; readonly contents: MarkerContents }
  /** Changed by somebody, or signed with another key. */
  | { readonly kind: 'not-ours' };

/** The key that markers are signed with. */
export type ReviewKey = Buffer & { readonly brand?: 'review-key' };

const KEY_BYTES = 32;
/** Longer contents are packed: a comment holds 65,536 characters. */
const PLAIN_AT_MOST = 20_000;
const FORM = /<!-- campaigns-review:v1 ([jz]) (\S[^\n]*?) ([0-9a-f]{64}) -->/g;

/** Deriving takes some 50 ms, so that a short secret can't be found by trying. The repository is the salt. */
export function reviewKey(secret: string, repository: string): ReviewKey {
  return scryptSync(secret, `campaign-reconciler review ${repository}`, KEY_BYTES);
}

/** A hidden HTML comment of one line. */
export function writeMarker(contents: MarkerContents, key: ReviewKey): string {
  const text = stableText({ ...contents });
  // As JSON nothing in it can end the HTML comment; a reader can still find an id in it.
  const plain = text.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
  const [form, body] =
    plain.length <= PLAIN_AT_MOST ? ['j', plain] : ['z', deflateRawSync(text).toString('base64url')];
  return `<!-- campaigns-review:v1 ${form} ${body} ${sign(text, key)} -->`;
}

/** The markers in a text, to the letter. */
export function findMarkers(text: string): string[] {
  return [...text.matchAll(FORM)].map(([marker]) => marker);
}

/** What a marker says, if it is signed with this key. */
export function readMarker(marker: string, key: ReviewKey): MarkerAnswer {
  const [, form, body = '', mac = ''] = new RegExp(FORM.source).exec(marker) ?? [];
  const text = form === undefined ? undefined : unpacked(form, body);
  if (text === undefined) return { kind: 'not-ours' };
  if (!timingSafeEqual(Buffer.from(mac, 'hex'), Buffer.from(sign(text, key), 'hex')))
    return { kind: 'not-ours' };
  const contents = contentsFrom(text);
  return contents ? { kind: 'signed', contents } : { kind: 'not-ours' };
}

/** The text that was signed; undefined where it is none that we write. */
function unpacked(form: string, body: string): string | undefined {
  try {
    if (form === 'z')
      return inflateRawSync(Buffer.from(body, 'base64url'), { maxOutputLength: 1 << 20 }).toString();
    return stableText(JSON.parse(body) as JsonObject);
  } catch {
    return undefined;
  }
}

function sign(text: string, key: ReviewKey): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

function contentsFrom(text: string): MarkerContents | undefined {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) return undefined;
  const { repository, base, pull, head, workspace, digest, changes, brakes } = value;
  if (typeof repository !== 'string' || typeof base !== 'string' || typeof head !== 'string')
    return undefined;
  if (typeof pull !== 'number' || typeof digest !== 'number' || typeof workspace !== 'string')
    return undefined;
  if (!isIds(changes) || !isIds(brakes)) return undefined;
  return {
    ...{ repository, base, pull, head, workspace, digest, changes },
    brakes: Object.fromEntries(
      Object.entries(brakes).filter((entry): entry is [string, string] => entry[1] !== null),
    ),
  };
}

function isIds(value: unknown): value is Record<string, string | null> {
  return (
    isObject(value) &&
    Object.values(value).every((id) => id === null || (typeof id === 'string' && /^[0-9a-f]{16}$/.test(id)))
  );
}
