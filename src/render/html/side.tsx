import { valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { markedTexts } from './mark-words.ts';

/** A message on one side of a change, and the same message on the other side if there is one. */
export interface SideOf {
  readonly name: 'before' | 'after';
  readonly content: JsonObject;
  readonly other: JsonObject | undefined;
}

/** The text at a place in a message; undefined if there is none. */
export function textAt(content: JsonObject, ...path: Path): string | undefined {
  const value = valueAt(content, path);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

interface TextProps {
  readonly side: SideOf;
  readonly path: Path;
  /** What is shown if there is no text. */
  readonly missing?: string;
}

/** A text of a message, with the words marked that the other side doesn't have. */
export function Text({ side: { name, content, other }, path, missing = '' }: TextProps) {
  const own = textAt(content, ...path);
  if (own === undefined) return <em>{missing}</em>;
  const others = other && textAt(other, ...path);
  if (other === undefined || others === own) return <>{own}</>;
  const sides = name === 'before' ? markedTexts(own, others ?? '')[0] : markedTexts(others ?? '', own)[1];
  return (
    <>
      {sides.map(({ text, isChanged }) =>
        !isChanged ? text : name === 'before' ? <del>{text}</del> : <ins>{text}</ins>,
      )}
    </>
  );
}
