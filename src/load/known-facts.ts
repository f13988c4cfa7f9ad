import type { CampaignFile, ReadReference } from '../model/findings.ts';
import type { CampaignFacts, FileDetails, FileFacts } from './facts.ts';

// What files said by themselves, as lines of text that can be kept between runs. A line is used only while the text of its
// file and every answer to a reference that was asked for are the same, compared by their digests and never by a time. So
// a line that is missing, or that belongs to another repository, costs time and changes nothing. A campaign's body isn't
// in a line: it is resolved from the file's values, which are, and from texts, which are read.

/** A reference as it is written, in the file that has it. */
export type Reading = Parameters<ReadReference>;

/** What is known of files whose texts, and all that they refer to, are what they were. */
export class KnownFacts {
  /** By file. */
  private readonly lines = new Map<string, string>();
  private readonly digest: (text: string) => string;
  /** Whether a file was checked anew. */
  isChanged = false;

  constructor(lines: readonly string[], digest: (text: string) => string) {
    this.digest = digest;
    for (const line of lines) this.lines.set(fileOf(line), line);
  }

  /** Undefined if something changed, or is not known for all of the workspaces. */
  get(given: CampaignFile, workspaces: readonly string[], read: ReadReference): FileFacts | undefined {
    const entry = this.valid(given, read);
    return entry && workspaces.every((name) => entry.workspaces.includes(name)) ? factsIn(entry) : undefined;
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
      read,
    }: { workspaces: readonly string[]; readings: readonly Reading[]; read: ReadReference },
  ): FileFacts {
    if ('fault' in given) return facts;
    const before = this.valid(given, read);
    const known = before && factsIn(before).campaign;
    const all = new Map([...(before?.readings ?? []), ...readings].map((one) => [one.join('\0'), one]));
    const { campaign, findings } = facts;
    const { details, ...light } = campaign ?? { details: undefined };
    const entry: Entry = {
      workspaces: [...new Set([...(before?.workspaces ?? []), ...workspaces])],
      readings: [...all.values()],
      light: {
        findings,
        ...(campaign && { campaign: { ...light, bodies: { ...known?.bodies, ...campaign.bodies } } }),
      } as Light,
      details:
        details &&
        JSON.stringify({ ...details, campaigns: { ...known?.details.campaigns, ...details.campaigns } }),
    };
    const parts = [
      given.file,
      this.digest(`${given.file}\0${given.text}`),
      this.answersTo(entry.readings, read),
      entry,
    ];
    this.lines.set(given.file, parts.map((part) => JSON.stringify(part)).join('\t'));
    this.isChanged = true;
    return factsIn(entry);
  }

  /** Everything that is known of these files. */
  linesOf(files: readonly CampaignFile[]): readonly string[] {
    return files.flatMap(({ file }) => this.lines.get(file) ?? []);
  }

  private valid(given: CampaignFile, read: ReadReference): Entry | undefined {
    const line = 'fault' in given ? undefined : this.lines.get(given.file);
    if (line === undefined || 'fault' in given) return undefined;
    const [, text, answers, written = ''] = line.split('\t');
    if (text !== JSON.stringify(this.digest(`${given.file}\0${given.text}`))) return undefined;
    const entry = JSON.parse(written) as Entry;
    return answers === JSON.stringify(this.answersTo(entry.readings, read)) ? entry : undefined;
  }

  private answersTo(readings: readonly Reading[], read: ReadReference): string {
    return this.digest(JSON.stringify(readings.map((reading) => read(...reading))));
  }
}

type Light = Omit<FileFacts, 'campaign'> & { readonly campaign?: Omit<CampaignFacts, 'details'> };

/** A line, whose details are parsed when somebody asks. */
interface Entry {
  /** For which it was read; the file may not be meant for all of them. */
  readonly workspaces: readonly string[];
  readonly readings: readonly Reading[];
  readonly light: Light;
  readonly details: string | undefined;
}

function fileOf(line: string): string {
  return JSON.parse(line.slice(0, line.indexOf('\t'))) as string;
}

function factsIn({ light: { findings, campaign }, details }: Entry): FileFacts {
  if (!campaign || details === undefined) return { findings };
  let read: FileDetails | undefined;
  return {
    findings,
    campaign: {
      ...campaign,
      get details() {
        return (read ??= JSON.parse(details) as FileDetails);
      },
    },
  };
}
