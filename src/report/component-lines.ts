import { BELOW, type LineOptions } from './campaign-line.ts';
import type { Difference } from './differences.ts';
import type { Paint } from './paint.ts';
import type { ToldComponent } from './tell-component.ts';
import { excerptLines } from './excerpt.ts';

type Options = Omit<LineOptions, 'keyWidth'>;

/** A component's differences, the component's name once for each place in it. */
export function componentLines({ name, cause, places }: ToldComponent, options: Options): string[] {
  const title = ' '.repeat(BELOW) + name;
  const why = cause === '' ? '' : ` (${cause})`;
  return places.flatMap(({ context, differences }) => [
    context === '' ? title + why : `${title}  ${options.paint.faint(context)}${why}`,
    ...differences.flatMap((one) => differenceLines(one, options)),
  ]);
}

function differenceLines({ field, was, now, lines }: Difference, { columns, paint }: Options): string[] {
  const label = `        ${field}  `;
  if (lines)
    return [
      label.trimEnd(),
      ...excerptLines(lines, columns - 10).map((line) => `          ${tint(line, paint)}`),
    ];
  const short = `${label}${was ?? ''}  →  ${now ?? ''}`;
  if (was !== undefined && now !== undefined && short.length <= columns) return [short];
  const marked = [...(was === undefined ? [] : [`- ${was}`]), ...(now === undefined ? [] : [`+ ${now}`])];
  return excerptLines(marked, Math.max(20, columns - label.length)).map(
    (line, at) => (at === 0 ? label : ' '.repeat(label.length)) + tint(line, paint),
  );
}

function tint(line: string, paint: Paint): string {
  return line.startsWith('+') ? paint.good(line) : line.startsWith('-') ? paint.bad(line) : line;
}
