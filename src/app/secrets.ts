import type { RunGit } from '../git/git.ts';
import { secretDiagnostic } from '../load/file-diagnostic.ts';
import { componentNames, type Desired } from '../model/campaign.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { isJsonObject, isList, type JsonValue } from '../model/json.ts';
import { variablesWithKeys, type Workspace } from '../model/workspace.ts';
import type { Environment } from '../model/clock.ts';
import { entityCharacter } from '../model/spelling.ts';

/**
 * A shorter key protects nothing, and redacting it would cut pieces out of words: the local service's key is `local`.
 */
const SHORTEST = 8;
const STAND_IN = '***';

/** The secrets that a run knows: API keys of all workspaces, since any of them may be pasted anywhere, and tokens. */
export class Secrets {
  private readonly sought: SoughtSecret[] = [];
  /** Texts that lost a secret: what the service says is redacted as it comes in, and must not be written into files. */
  private readonly redacted = new Set<string>();
  private readonly tell: (secret: string) => void;

  /** `tell` passes on each secret as it becomes known: to a runner, which hides it too. */
  constructor(tell: (secret: string) => void = () => undefined) {
    this.tell = tell;
  }

  /** After this call, no output shows the API keys of these workspaces, nor the credentials that are made of them. */
  hideKeysOf(workspaces: Iterable<Workspace>, environment: Environment): void {
    for (const workspace of workspaces)
      for (const name of variablesWithKeys(workspace)) this.hide(environment[name] ?? '', workspace.appKey);
  }

  /** After this call, no output shows this secret in any spelling, nor the credential that it forms with a user. */
  hide(secret: string, user?: string): void {
    const pasted = secret.trim();
    if (pasted.length < SHORTEST) return;
    const credential = user === undefined ? [] : [Buffer.from(`${user}:${secret}`).toString('base64')];
    for (const one of [pasted, ...credential]) {
      if (this.sought.some((known) => known.secret === one)) continue;
      this.sought.push(soughtSecret(one));
      this.tell(one);
    }
  }

  /** A text in which every known secret is replaced with `***`, however it is escaped or encoded. */
  redact(text: string): string {
    let shown = '';
    let end = 0;
    for (const { from, to } of findSecrets(text, this.sought)) {
      shown += text.slice(end, from) + STAND_IN;
      end = to;
    }
    if (end === 0) return text;
    const redacted = shown + text.slice(end);
    this.redacted.add(redacted);
    return redacted;
  }

  /** Whether a value contains a secret, or did before it was redacted. */
  areIn(value: JsonValue): boolean {
    if (typeof value === 'string')
      return this.redacted.has(value) || findSecrets(value, this.sought).length > 0;
    if (isList(value)) return value.some((one) => this.areIn(one));
    if (!isJsonObject(value)) return false;
    return Object.entries(value).some(([name, member]) => this.areIn(name) || this.areIn(member));
  }
}

/**
 * An API key in a campaign would be sent to the service and written into plan files and the audit trail, so it is an
 * error.
 */
export function secretsIn(desired: readonly Desired[], secrets: Secrets): Diagnostic[] {
  return desired.flatMap((campaign) =>
    componentNames(campaign.components)
      .filter((name) => secrets.areIn(campaign.components[name] ?? {}))
      .map((name) => secretDiagnostic(campaign, name)),
  );
}

/**
 * git whose texts for people contain no secrets: error messages of git and its remotes, and log messages. All other
 * output consists of the bytes of objects, whose lengths and digests must not change; secrets in them are redacted when
 * they are shown.
 */
export function gitWithoutSecrets(runGit: RunGit, secrets: Secrets): RunGit {
  const clean = (bytes: Buffer) => {
    const said = bytes.toString();
    const shown = secrets.redact(said);
    return shown === said ? bytes : Buffer.from(shown);
  };
  return async (args, options) => {
    const { out, err, ...exit } = await runGit(args, options);
    return { ...exit, out: args.includes('log') ? clean(out) : out, err: clean(err) };
  };
}

// A secret can come back in any spelling: a service quotes it in an address, a page shows it as HTML, a log has it as
// JSON in JSON. Listing the spellings of a secret and searching for each would never be complete, since they combine and
// each tool escapes other characters. So text and secret are both read the way their readers read them: escapes are
// decoded until none is left, and each reading knows where its characters come from.

/** Part of a text: from one index to before another. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** A reading of a text, and the part of the original that a part of the reading comes from. */
interface Reading {
  readonly text: string;
  readonly range: (from: number, to: number) => Range;
}

/** A secret, prepared for the search. */
interface SoughtSecret {
  readonly secret: string;
  /** The secret after each step of decoding, without anything that escaping adds. */
  readonly plain: readonly string[];
  /** The possible Base64 encodings, by where the secret begins. */
  readonly encoded: readonly EncodedCore[];
}

/** The part of a Base64-encoded secret that doesn't depend on the text around it. */
interface EncodedCore {
  readonly text: string;
  /** How many characters before and after it contain bits of the secret, too. */
  readonly before: number;
  readonly after: number;
}

/** The minimum length of a secret without backslashes and the like; a shorter one would be found in any text. */
const SHORTEST_PLAIN = 6;

function soughtSecret(secret: string): SoughtSecret {
  const plain = readingsOf(secret).map((reading) => respelled(reading, BARE).text);
  return {
    secret,
    plain: [...new Set(plain)].filter(({ length }) => length >= SHORTEST_PLAIN),
    encoded: [0, 1, 2].map((offset) => coreAt(Buffer.from(secret), offset)),
  };
}

/** Base64 has 6 bits per character, so a text looks different depending on whether it begins at byte 0, 1 or 2 of 3. */
function coreAt(bytes: Buffer, offset: number): EncodedCore {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const first = Math.ceil((offset * 8) / 6);
  const last = Math.floor(((offset + bytes.length) * 8) / 6);
  return {
    text: encoded.slice(first, last),
    before: offset === 0 ? 0 : 1,
    after: (offset + bytes.length) % 3 === 0 ? 0 : 1,
  };
}

/** Where a text contains one of these secrets, in any spelling, in order and without overlaps. */
function findSecrets(text: string, sought: readonly SoughtSecret[]): Range[] {
  if (sought.length === 0) return [];
  const exact = sought.flatMap(({ secret }) => placesOf(asWritten(text), secret));
  // An escape that isn't one may take a part of the secret with it, so each step is searched.
  const found = readingsOf(text).flatMap((reading) => {
    const [bare, base64] = [respelled(reading, BARE), respelled(reading, ALPHABET)];
    return sought.flatMap(({ plain, encoded }) => [
      ...plain.flatMap((one) => placesOf(bare, one)),
      ...encoded.flatMap((core) => placesOf(base64, core.text, core)),
    ]);
  });
  const whole: Range[] = [];
  for (const range of [...exact, ...found].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = whole.at(-1);
    if (last && range.from < last.to)
      whole[whole.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else whole.push(range);
  }
  return whole;
}

/** Each place of a text, with the Base64 digits and the padding around it that contain bits of the secret. */
function placesOf(
  reading: Reading,
  wanted: string,
  { before, after } = { before: 0, after: 0 },
): readonly Range[] {
  const places: Range[] = [];
  const isDigit = (index: number) => /^[\w+/]$/.test(reading.text.charAt(index));
  for (
    let at = reading.text.indexOf(wanted);
    at >= 0;
    at = reading.text.indexOf(wanted, at + wanted.length)
  ) {
    const from = isDigit(at - 1) ? at - before : at;
    let to = at + wanted.length;
    if (isDigit(to)) to += after;
    while (after > 0 && reading.text.charAt(to) === '=') to += 1;
    places.push(reading.range(from, to));
  }
  return places;
}

/** How deep escapes may be nested: for example, JSON in HTML in an address. */
const DEPTH = 5;

function asWritten(text: string): Reading {
  return { text, range: (from, to) => ({ from, to }) };
}

/** The text itself, and its reading after each step of decoding, until no escape is left. */
function readingsOf(text: string): Reading[] {
  const readings = [asWritten(text)];
  for (let last = readings[0]; last && readings.length <= DEPTH; last = readings.at(-1)) {
    const next = replaced(last, ESCAPE, characterOf);
    if (next === last) break;
    readings.push(next);
  }
  return readings;
}

/** A percent-encoded character or byte, an HTML entity, or a JSON escape of a character. */
const ESCAPE =
  /%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}|%[0-9a-f]{2}|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});|\\+u[0-9a-f]{4}/gi;

function characterOf(escape: string): string | undefined {
  if (escape.startsWith('\\')) return String.fromCharCode(parseInt(escape.slice(-4), 16));
  if (escape.startsWith('&')) return entityCharacter(escape);
  const bytes = Buffer.from(escape.replaceAll('%', ''), 'hex');
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') ? bytes.toString('latin1') : text;
}

/** What is replaced in a reading, in order, before it is searched. */
type Respelling = readonly (readonly [pattern: RegExp, replacement: string])[];

/** What escaping adds and changes: backslashes, code marks, zero-width breaks, and spaces, which forms write as `+`. */
const BARE: Respelling = [
  [/[\\`\u200b]+/g, ''],
  [/[\s+]{2,}|[^\S ]|\+/g, ' '],
];
/** The standard Base64 alphabet, without the line breaks that the text may have. */
const ALPHABET: Respelling = [
  [/[\n\r\\]+\s*/g, ''],
  [/-/g, '+'],
  [/_/g, '/'],
];

function respelled(reading: Reading, by: Respelling): Reading {
  return by.reduce((one, [pattern, replacement]) => replaced(one, pattern, () => replacement), reading);
}

/** The reading with each match replaced by what `spell` says; the same one if nothing is. */
function replaced(reading: Reading, pattern: RegExp, spell: (found: string) => string | undefined): Reading {
  /** A replacement: its place in the new text, and the part of the old one that it stands for. */
  const edits: (Range & { readonly at: number; readonly end: number })[] = [];
  let text = '';
  let end = 0;
  for (const { 0: found, index } of reading.text.matchAll(pattern)) {
    const said = spell(found);
    if (said === undefined) continue;
    text += reading.text.slice(end, index);
    end = index + found.length;
    edits.push({ at: text.length, end: text.length + said.length, from: index, to: end });
    text += said;
  }
  if (edits.length === 0) return reading;
  const oldPlace = (index: number): Range => {
    const edit = edits.findLast(({ at }) => at <= index);
    if (edit && index < edit.end) return edit;
    const from = edit ? edit.to + index - edit.end : index;
    return { from, to: from + 1 };
  };
  return {
    text: text + reading.text.slice(end),
    range: (from, to) => reading.range(oldPlace(from).from, oldPlace(to - 1).to),
  };
}
