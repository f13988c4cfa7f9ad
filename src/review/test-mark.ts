import { readSignedLine, signedLine, type CommentPlace, type Signer } from './marker.ts';

// The comment about test messages keeps the commits whose messages a run began to send, signed with the review key, because
// whoever can edit a comment could take one out.

/** Where test messages were sent. The branch that a pull request targets may change. */
export type TestPlace = Omit<CommentPlace, 'base'>;

/** What the comment about the test messages of a pull request keeps. */
export interface TestMark extends TestPlace {
  /** The run that wrote it. */
  readonly run: string;
  /** The commits that were sent, or whose sending began, the newest last. */
  readonly heads: readonly string[];
  /** Campaigns that the run was about to send, and those that it had not come to, when it wrote this; empty at its end. */
  readonly sending: readonly string[];
  readonly waiting: readonly string[];
}

const NAME = 'campaigns-test-mark:v1';
const PLACE = ['repository', 'folder', 'workspace', 'pull'] as const;

/** The line of a mark. */
export function writeTestMark(mark: TestMark, signer: Signer): string {
  const { repository, folder, workspace, pull, run, heads, sending, waiting } = mark;
  return signedLine(NAME, { repository, folder, workspace, pull, run, heads, sending, waiting }, signer);
}

/** The mark in a line; undefined unless it was signed with this key and for this place. */
export function readTestMark(line: string, place: TestPlace, signer: Signer): TestMark | undefined {
  const value = readSignedLine(NAME, line, signer);
  if (typeof value === 'string' || PLACE.some((name) => value[name] !== place[name])) return undefined;
  // We signed it, so it has the shape that we write, unless it is a plan's marker under another name.
  return Array.isArray(value.heads) ? (value as unknown as TestMark) : undefined;
}
