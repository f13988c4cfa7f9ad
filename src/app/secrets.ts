import type { RunGit } from '../git/git.ts';
import { secretDiagnostic } from '../load/file-diagnostic.ts';
import { componentNames, type Desired } from '../model/campaign.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { isJsonObject, isList, type JsonValue } from '../model/json.ts';
import type { Workspace } from '../model/workspace.ts';
import type { Environment } from '../model/clock.ts';
import { entityCharacter } from '../model/spelling.ts';

/**
 * A shorter key protects nothing, and redacting it would cut pieces out of words: the local service's key is `local`.
 */
const SHORTEST = 8;
const STAND_IN = '***';

/** The secrets that a run knows: API keys of all workspaces, since any of them may be pasted anywhere, and tokens. */
export class Secrets {
  private readonly sought: Spelling[] = [];
  /** Texts that lost secrets: what the service says is redacted as it comes in, and must not be written into files. */
  private readonly redacted = new Set<string>();
  private readonly tell: (secret: string) => void;

  /** `tell` passes on each secret as it becomes known: to a runner, which hides it too. */
  constructor(tell: (secret: string) => void = () => undefined) {
    this.tell = tell;
  }

  /** After this call, no output shows the API keys of these workspaces, nor the credentials that are made of them. */
  hideKeysOf(workspaces: Iterable<Workspace>, environment: Environment): void {
    for (const { appKey, apiKeyEnv, publishApiKeyEnv = apiKeyEnv } of workspaces)
      for (const variable of [apiKeyEnv, publishApiKeyEnv]) this.hide(environment[variable] ?? '', appKey);
  }

  /** After this call, no output shows this secret in any spelling, nor the credential that it forms with a user. */
  hide(secret: string, user?: string): void {
    const pasted = secret.trim();
    if (pasted.length < SHORTEST) return;
    const credential = user === undefined ? [] : [Buffer.from(`${user}:${secret}`).toString('base64')];
    for (const one of [pasted, ...credential]) {
      if (this.sought.some(({ text, within }) => within === 'written' && text === one)) continue;
      this.sought.push(...spellingsOf(one));
      this.tell(one);
    }
    // One secret may be the beginning of another one.
    this.sought.sort((a, b) => b.text.length - a.text.length);
  }

  get areKnown(): boolean {
    return this.sought.length > 0;
  }

  /** A text in which every known secret is replaced with `***`, however it is escaped or encoded. */
  redact(text: string): string {
    const found = foundIn(text, this.sought);
    if (found.length === 0) return text;
    const shown = found.reduce(without, text);
    this.redacted.add(shown);
    return shown;
  }

  /** Whether a value contains a secret, or did before it was redacted. */
  areIn(value: JsonValue): boolean {
    if (this.sought.length + this.redacted.size === 0) return false;
    if (typeof value === 'string') return this.redacted.has(value) || foundIn(value, this.sought).length > 0;
    if (isList(value)) return value.some((one) => this.areIn(one));
    return isJsonObject(value) && Object.entries(value).some((entry) => entry.some((one) => this.areIn(one)));
  }
}

/**
 * A secret in a campaign would be sent to the service and written into plan files and the audit trail, so it is an
 * error.
 */
export function secretsIn(
  campaigns: readonly { readonly desired: Desired }[],
  secrets: Secrets,
): Diagnostic[] {
  // Otherwise, nobody may need the bodies.
  if (!secrets.areKnown) return [];
  return campaigns.flatMap(({ desired: campaign }) =>
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
// decoded until none is left. Where a secret stands is then a question about parts of the text: which one still has it?

/** A spelling of a secret, and how the texts that it is searched in are respelled. */
interface Spelling {
  readonly text: string;
  readonly within: keyof typeof RESPELLINGS;
}

/** The minimum length of a secret without backslashes and the like; a shorter one would be found in any text. */
const SHORTEST_PLAIN = 6;

/** The secret itself, without what escaping adds, after each step of decoding, and in Base64. */
function spellingsOf(secret: string): Spelling[] {
  const plain = decodings(secret).map((one) => respelled(one, 'bare'));
  const long = [...new Set(plain)].filter(({ length }) => length >= SHORTEST_PLAIN);
  return [
    { text: secret, within: 'written' },
    ...long.map((text) => ({ text, within: 'bare' }) as const),
    ...[0, 1, 2].map((offset) => ({ text: coreAt(Buffer.from(secret), offset), within: 'base64' }) as const),
  ];
}

/**
 * The part of a Base64-encoded secret that doesn't depend on the text around it. Base64 has 6 bits per character, so a
 * text looks different depending on whether it begins at byte 0, 1 or 2 of 3.
 */
function coreAt(bytes: Buffer, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

/** Which of these spellings a text contains. An escape that isn't one may take a part of a secret with it, so each step of decoding is searched. */
function foundIn(text: string, sought: readonly Spelling[]): Spelling[] {
  if (sought.length === 0) return [];
  const readings = decodings(text).map((one) => ({
    ...{ written: one, bare: respelled(one, 'bare'), base64: respelled(one, 'base64') },
  }));
  return sought.filter((one) => readings.some((reading) => reading[one.within].includes(one.text)));
}

/** A text without a secret. In Base64, the digits and the padding around it contain bits of it, too. */
function without(text: string, secret: Spelling): string {
  const has = (part: string) => foundIn(part, [secret]).length > 0;
  let [shown, rest] = ['', text];
  for (;;) {
    if (!has(rest)) return shown + rest;
    const end = smallest(rest.length, (size) => has(rest.slice(0, size)));
    const start = end - smallest(end, (size) => has(rest.slice(end - size, end)));
    const isBase64 = secret.within === 'base64';
    const before = rest.slice(0, start);
    shown += (isBase64 ? before.replace(/[\w+/]$/, '') : before) + STAND_IN;
    rest = isBase64 ? rest.slice(end).replace(/^[\w+/]?=*/, '') : rest.slice(end);
  }
}

/** The smallest size of a part that passes a test, which every larger one passes; `most` if no smaller one does. */
function smallest(most: number, passes: (size: number) => boolean): number {
  let [low, high] = [0, 1];
  while (high < most && !passes(high)) [low, high] = [high, high * 2];
  high = Math.min(high, most);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** How deep escapes may be nested: for example, JSON in HTML in an address. */
const DEPTH = 5;

/** The text itself, and what it is after each step of decoding, until no escape is left. */
function decodings(text: string): string[] {
  const steps = [text];
  for (let last = text; steps.length <= DEPTH; steps.push(last)) {
    const next = last.replaceAll(ESCAPE, (escape) => characterOf(escape) ?? escape);
    if (next === last) break;
    last = next;
  }
  return steps;
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

function respelled(text: string, as: keyof typeof RESPELLINGS): string {
  return RESPELLINGS[as].reduce((one: string, [pattern, put]) => one.replaceAll(pattern, put), text);
}
