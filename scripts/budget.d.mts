interface CountedFile {
  readonly path: string;
  readonly folder: string;
  readonly lines: number;
}
type Lines = Readonly<Record<string, number>>;
export function measure(src: string): CountedFile[];
export function overBudget(
  files: readonly CountedFile[],
  budgets: Lines | { readonly overdue: Lines },
): string[];
