import { readQuirks, type ChosenQuirks } from './read-quirks.ts';
import { NO_QUIRKS, type Quirks } from './quirks.ts';

/** The quirks in force: those of the options until the control interface changes them. */
export class QuirkSwitches {
  readonly #options: ChosenQuirks;
  #chosen: ChosenQuirks;
  #reads = 0;

  /** Throws for quirks that `readQuirks` refuses. The command line has checked them before. */
  constructor(texts: readonly string[]) {
    const read = readQuirks(texts);
    if (read.kind === 'refused') {
      throw new Error(`wrong quirks: ${read.mistakes.map(({ message }) => message).join('; ')}`);
    }
    this.#options = read.value;
    this.#chosen = read.value;
  }

  get current(): Quirks {
    return this.#chosen.quirks;
  }

  /** The quirks as the user wrote them. */
  get list(): readonly string[] {
    return this.#chosen.list;
  }

  set(chosen: ChosenQuirks): void {
    this.#chosen = chosen;
  }

  clear(): void {
    this.#chosen = { list: [], quirks: NO_QUIRKS };
  }

  reset(): void {
    this.#chosen = this.#options;
  }

  /** Returns a number that was never returned before, for values that change without an edit. */
  nextRead(): number {
    this.#reads += 1;
    return this.#reads;
  }
}
