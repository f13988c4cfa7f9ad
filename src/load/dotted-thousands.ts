import type { Diagnostic } from '../model/diagnostic.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import { writtenAt, type Making } from './locate.ts';

/** `5.000`, which is five thousand in many countries and the number 5 in YAML. The parsed value no longer shows it. */
export function dottedThousands(body: JsonObject, making: Making): Diagnostic[] {
  return numbersIn(body, []).flatMap(({ path, number }) => {
    const written = writtenAt(path, making);
    const text = written?.source.written(written.path) ?? '';
    if (!written || !/^[+-]?\d{1,3}\.000$/.test(text)) return [];
    return [
      {
        file: written.source.file,
        ...written.source.at(written.path),
        code: 'W_NUMBER',
        message: `${text} is the number ${number}`,
        hint: `for thousands, write ${text.replace('.', '')}; otherwise, write ${number}`,
      },
    ];
  });
}

function numbersIn(value: JsonValue, path: Path): { readonly path: Path; readonly number: number }[] {
  if (typeof value === 'number') return [{ path, number: value }];
  if (isList(value)) return value.flatMap((item, index) => numbersIn(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => numbersIn(member, [...path, name]));
}
