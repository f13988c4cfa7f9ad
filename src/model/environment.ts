/** Variables by name; one that isn't set is undefined. */
export type Environment = Readonly<Record<string, string | undefined>>;
