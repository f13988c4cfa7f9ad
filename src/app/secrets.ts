import type { RunGit } from '../git/git.ts';
import { secretDiagnostic } from '../load/file-diagnostic.ts';
import { componentNames, type Desired } from '../model/campaign.ts';
import type { SecretName } from '../model/findings.ts';
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
  private readonly sought: Known[] = [];
  /** Texts that lost secrets: what the service says is redacted as it comes in, and must not be written into files. */
  private readonly redacted = new Map<string, readonly SecretName[]>();
  private readonly tell: (secret: string) => void;

  /** `tell` passes on each secret as it becomes known: to a runner, which hides it too. */
  constructor(tell: (secret: string) => void = () => undefined) {
    this.tell = tell;
  }

  /** After this call, no output shows the API keys of these workspaces, nor the credentials that are made of them. */
  hideKeysOf(workspaces: Iterable<Workspace>, environment: Environment): void {
    for (const workspace of workspaces)
      for (const variable of variablesWithKeys(workspace)) {
        const kind = variable === workspace.apiKeyEnv ? 'api-key' : 'publish-key';
        const name = { kind, variable, workspace: workspace.name } as const;
        this.hide(environment[variable] ?? '', name, workspace.appKey);
      }
  }

  /** After this call, no output shows this secret in any spelling, nor the credential that it forms with a user. */
  hide(secret: string, name: SecretName, user?: string): void {
    const pasted = secret.trim();
    if (pasted.length < SHORTEST) return;
    const credential = user === undefined ? [] : [Buffer.from(`${user}:${secret}`).toString('base64')];
    for (const one of [pasted, ...credential]) {
      if (this.sought.some(({ text, within }) => within === 'written' && text === one)) continue;
      this.sought.push(...spellingsOf(one).map((spelling) => ({ ...spelling, name })));
      this.tell(one);
    }
  }

  /** A text in which every known secret is replaced with `***`, however it is escaped or encoded. */
  redact(text: string): string {
    let shown = '';
    let end = 0;
    const found = findSecrets(text, this.sought);
    for (const { from, to } of found) {
      if (from >= end) shown += text.slice(end, from) + STAND_IN;
      end = Math.max(end, to);
    }
    if (end === 0) return text;
    const redacted = shown + text.slice(end);
    this.redacted.set(redacted, namesOf(found));
    return redacted;
  }

  /** Which secrets a value contains, or did before it was redacted. */
  namesIn(value: JsonValue): readonly SecretName[] {
    if (typeof value === 'string')
      return this.redacted.get(value) ?? namesOf(findSecrets(value, this.sought));
    if (isList(value)) return [...new Set(value.flatMap((one) => this.namesIn(one)))];
    if (!isJsonObject(value)) return [];
    const found = Object.entries(value).flatMap((entry) => entry.flatMap((one) => this.namesIn(one)));
    return [...new Set(found)];
  }

  /** Whether there is anything to look for. */
  get areKnown(): boolean {
    return this.sought.length > 0 || this.redacted.size > 0;
  }

  areIn(value: JsonValue): boolean {
    return this.namesIn(value).length > 0;
  }
}

function namesOf(found: readonly Found[]): readonly SecretName[] {
  return [...new Set(found.map(({ name }) => name))];
}

/**
 * A secret in a campaign would be sent to the service and written into plan files and the audit trail, so it is an
 * error.
 */
export function secretsIn(desired: readonly Desired[], secrets: Secrets): Diagnostic[] {
  if (!secrets.areKnown) return [];
  return desired.flatMap((campaign) =>
    componentNames(campaign.components).flatMap((name) =>
      secrets
        .namesIn(campaign.components[name] ?? {})
        .map((secret) => secretDiagnostic(campaign, name, secret)),
    ),
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

/** A place with a secret. */
interface Found extends Range {
  readonly name: SecretName;
}

/** A reading of a text, and the part of the original that a part of the reading comes from. */
interface Reading {
  readonly text: string;
  readonly range: (from: number, to: number) => Range;
}

/** A spelling of a secret, and how the texts that it is searched in are respelled. */
interface Spelling {
  readonly text: string;
  readonly within: keyof typeof RESPELLINGS;
  /** How many Base64 digits before and after it contain bits of the secret, too. */
  readonly before: number;
  readonly after: number;
}

/** A spelling of a secret that a run knows. */
interface Known extends Spelling {
  readonly name: SecretName;
}

/** The minimum length of a secret without backslashes and the like; a shorter one would be found in any text. */
const SHORTEST_PLAIN = 6;

/** The secret itself, without what escaping adds, after each step of decoding, and in Base64. */
function spellingsOf(secret: string): Spelling[] {
  const plain = readingsOf(secret).map((reading) => respelled(reading, 'bare').text);
  const long = [...new Set(plain)].filter(({ length }) => length >= SHORTEST_PLAIN);
  return [
    { text: secret, within: 'written', before: 0, after: 0 },
    ...long.map((text) => ({ text, within: 'bare', before: 0, after: 0 }) as const),
    ...[0, 1, 2].map((offset) => coreAt(Buffer.from(secret), offset)),
  ];
}

/**
 * The part of a Base64-encoded secret that doesn't depend on the text around it. Base64 has 6 bits per character, so a
 * text looks different depending on whether it begins at byte 0, 1 or 2 of 3.
 */
function coreAt(bytes: Buffer, offset: number): Spelling {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const first = Math.ceil((offset * 8) / 6);
  const last = Math.floor(((offset + bytes.length) * 8) / 6);
  return {
    text: encoded.slice(first, last),
    within: 'base64',
    before: offset === 0 ? 0 : 1,
    after: (offset + bytes.length) % 3 === 0 ? 0 : 1,
  };
}

/** Where a text contains one of these secrets, in any spelling, in order. */
function findSecrets(text: string, sought: readonly Known[]): Found[] {
  if (sought.length === 0) return [];
  // An escape that isn't one may take a part of the secret with it, so each step is searched.
  const found = readingsOf(text).flatMap((reading) => {
    const readings = {
      written: reading,
      bare: respelled(reading, 'bare'),
      base64: respelled(reading, 'base64'),
    };
    return sought.flatMap((one) =>
      placesOf(readings[one.within], one).map((place) => ({ ...place, name: one.name })),
    );
  });
  return found.sort((a, b) => a.from - b.from);
}

/** Each place of a text, with the Base64 digits and the padding around it that contain bits of the secret. */
function placesOf(reading: Reading, { text: wanted, before, after }: Spelling): readonly Range[] {
  const { text } = reading;
  const places: Range[] = [];
  const isDigit = (index: number) => /^[\w+/]$/.test(text.charAt(index));
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const from = isDigit(at - 1) ? at - before : at;
    let to = at + wanted.length;
    if (isDigit(to)) to += after;
    while (after > 0 && text.charAt(to) === '=') to += 1;
    places.push(reading.range(from, to));
  }
  return places;
}

/** How deep escapes may be nested: for example, JSON in HTML in an address. */
const DEPTH = 5;

/** The text itself, and its reading after each step of decoding, until no escape is left. */
function readingsOf(text: string): Reading[] {
  const readings: Reading[] = [{ text, range: (from, to) => ({ from, to }) }];
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
const RESPELLINGS = {
  written: [],
  /** What escaping adds and changes: backslashes, code marks, zero-width breaks, and spaces, which forms write as `+`. */
  bare: [
    [/[\\`\u200b]+/g, ''],
    [/[\s+]{2,}|[^\S ]|\+/g, ' '],
  ],
  /** The standard Base64 alphabet, without the line breaks that the text may have. */
  base64: [
    [/[\n\r\\]+\s*/g, ''],
    [/-/g, '+'],
    [/_/g, '/'],
  ],
} as const satisfies Record<string, readonly (readonly [pattern: RegExp, replacement: string])[]>;

function respelled(reading: Reading, as: keyof typeof RESPELLINGS): Reading {
  return RESPELLINGS[as].reduce(
    (one: Reading, [pattern, replacement]) => replaced(one, pattern, () => replacement),
    reading,
  );
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
