import type { CampaignFile, GlanceAtReference, ReadReference, ReferenceAnswer } from '../model/findings.ts';
import type { CampaignFacts, FactInputs, FileDetails, FileFacts } from './facts.ts';

// What files said by themselves, as lines of text that can be kept between runs. A line is used only while the text of its
// file and every answer to a reference that was asked for are the same, compared by their digests and by a time only where git does: by
// those that git knows, or else by those of what is read. So a line that is missing, or that belongs to another
// repository, costs time and changes nothing. A campaign's body isn't in a line: it is resolved from the file's values,
// which are, and from texts, which are read.

/** A reference as it is written, in the file that has it. */
export type Reading = Parameters<ReadReference>;

/** How references are followed, and whether bodies are checked. */
interface Asked extends Pick<FactInputs, 'readReference' | 'isUnchecked'> {
  /** If omitted, what a reference leads to is always read. */
  readonly glanceAtReference?: GlanceAtReference | undefined;
}

/** What is known of files whose texts, and all that they refer to, are what they were. */
export class KnownFacts {
  private readonly lines = new Map<string, Line>();
  private readonly digest: (text: string) => string;
  /** Whether a file was checked anew. */
  isChanged = false;

  constructor(lines: readonly Line[], digest: (text: string) => string) {
    this.digest = digest;
    for (const line of lines) this.lines.set(line(FIELDS.file), line);
  }

  /** Whether a file with this text, by its ID, was checked. */
  has(file: string, id: string): boolean {
    return this.lines.get(JSON.stringify(file))?.(FIELDS.text) === id;
  }

  /** Undefined if something changed, or is not known for all of the workspaces, or was not checked. */
  get(
    given: CampaignFile,
    workspaces: readonly string[],
    { isUnchecked = false, ...references }: Asked,
  ): FileFacts | undefined {
    const found = this.valid(given, references);
    const isEnough =
      found &&
      (isUnchecked || !found.entry.isUnchecked) &&
      workspaces.every((name) => found.entry.workspaces.includes(name));
    return isEnough ? factsIn(found.entry, found.line) : undefined;
  }

  /**
   * Remembers what a file says for some workspaces, beside others for which it is known. `readings`: everything that this
   * depends on, besides the file. The result is the same, and doesn't keep what few callers need in memory.
   */
  put(
    given: CampaignFile,
    facts: FileFacts,
    {
      workspaces,
      readings,
      isUnchecked = false,
      ...references
    }: Asked & { readonly workspaces: readonly string[]; readonly readings: readonly Reading[] },
  ): FileFacts {
    // Nothing is kept of a file that has just been removed.
    if ('fault' in given || given.text === '') return facts;
    const valid = this.valid(given, references);
    const found = valid?.entry.isUnchecked ? undefined : valid;
    const before = found?.entry;
    const known = found && factsIn(found.entry, found.line).campaign;
    const asked = new Map([...(before?.readings ?? []), ...readings].map((one) => [one.join('\0'), one]));
    const { campaign, findings } = facts;
    const { details, ...light } = campaign ?? { details: undefined };
    const entry: Entry = {
      workspaces: [...new Set([...(before?.workspaces ?? []), ...workspaces])],
      readings: [...asked.values()],
      ...(isUnchecked && { isUnchecked }),
      light: {
        findings,
        ...(campaign && { campaign: { ...light, bodies: { ...known?.bodies, ...campaign.bodies } } }),
      } as Light,
    };
    const all = details && {
      ...details,
      campaigns: { ...known?.details.campaigns, ...details.campaigns },
    };
    const fields = [
      JSON.stringify(given.file),
      given.id ?? this.digest(given.text),
      this.answersTo(entry.readings, references.readReference),
      JSON.stringify(entry),
      JSON.stringify(all ?? null),
    ];
    const line: Line = (field) => fields[field] ?? '';
    this.lines.set(JSON.stringify(given.file), line);
    this.isChanged = true;
    return factsIn(entry, line);
  }

  /** Everything that is known of these files, line by line. */
  *linesOf(files: readonly CampaignFile[]): Generator<string> {
    for (const { file } of files) {
      const line = this.lines.get(JSON.stringify(file));
      if (line) yield Object.values(FIELDS).map(line).join('\t');
    }
  }

  private valid(
    given: CampaignFile,
    { readReference: read, glanceAtReference: glance }: Asked,
  ): { readonly entry: Entry; readonly line: Line } | undefined {
    const line = this.lines.get(JSON.stringify(given.file));
    if (!line || 'fault' in given || !this.has(given.file, given.id ?? this.digest(given.text)))
      return undefined;
    const entry = JSON.parse(line(FIELDS.entry)) as Entry;
    const isSame = (look: ReadReference) => line(FIELDS.answers) === this.answersTo(entry.readings, look);
    // git may know another text than what is read, as in a file that is checked out with other line ends.
    const isKnown = glance && isSame((from, path) => glance(from, path) ?? read(from, path));
    return isKnown || isSame(read) ? { entry, line } : undefined;
  }

  private answersTo(readings: readonly Reading[], look: ReadReference): string {
    const identity = (answer: ReferenceAnswer) =>
      answer.kind === 'text' && answer.id !== undefined ? { ...answer, text: '' } : answer;
    return this.digest(JSON.stringify(readings.map((reading) => identity(look(...reading)))));
  }
}

type Light = Omit<FileFacts, 'campaign'> & { readonly campaign?: Omit<CampaignFacts, 'details'> };

/** What a line has, in this order: everything but the IDs and digests is JSON. */
const FIELDS = { file: 0, text: 1, answers: 2, entry: 3, details: 4 } as const;

/** The fields of a line, by their index. */
type Line = (field: number) => string;

interface Entry {
  /** For which it was read; the file may not be meant for all of them. */
  readonly workspaces: readonly string[];
  readonly readings: readonly Reading[];
  readonly isUnchecked?: true;
  readonly light: Light;
}

/** Most callers need no details, which are parsed when somebody asks. */
function factsIn({ light: { findings, campaign } }: Entry, line: Line): FileFacts {
  if (!campaign) return { findings };
  let read: FileDetails | undefined;
  return {
    findings,
    campaign: {
      ...campaign,
      get details() {
        return (read ??= JSON.parse(line(FIELDS.details)) as FileDetails);
      },
    },
  };
}
