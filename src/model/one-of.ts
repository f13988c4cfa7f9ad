/**
 * One of the cases that a table of parameters has a line for: the name of its line in the field `Tag`, and its parameters. A
 * catalog of words has a row for each line, and is complete by type.
 */
export type OneOf<Params, Tag extends string = 'code', Case extends keyof Params = keyof Params> = {
  [One in Case]: Readonly<Record<Tag, One>> & Readonly<Params[One]>;
}[Case];

/** The parameters of a case that has none. */
export type None = object;
