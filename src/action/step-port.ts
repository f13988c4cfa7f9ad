/** Where an annotation is shown. */
export interface AnnotationPlace {
  readonly title: string;
  /** From the repository's root. */
  readonly file: string;
  readonly startLine: number;
  readonly startColumn?: number;
}

type Annotate = (message: string, place?: AnnotationPlace) => void;

/**
 * The port to the runner of a workflow step. `src/action.ts` has its one implementation, by `@actions/core`, which knows
 * only the variables and the standard output of the process that loads it.
 */
export interface Step {
  /** An input without the whitespace around it; empty if it isn't set. */
  readonly input: (name: string) => string;
  /** Throws if the runner can't take it. */
  readonly output: (name: string, value: string) => void;
  /** From now on, the runner shows `***` for this text in its logs. */
  readonly secret: (text: string) => void;
  /** Writes to the log, where the runner interprets lines that look like its commands. */
  readonly log: (text: string) => void;
  readonly error: Annotate;
  readonly warning: Annotate;
  readonly notice: Annotate;
  /** Appends Markdown to the job summary. */
  readonly summary: (markdown: string) => Promise<void>;
  /** Makes the step a failure, and says why. */
  readonly fail: (message: string) => void;
}
