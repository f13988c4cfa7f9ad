import { stringify } from 'yaml';
import type { JsonValue } from '../../model/json.ts';

/** A value as it is written between brackets, on one line. */
export function renderInFlow(value: JsonValue): string {
  const style = {
    collectionStyle: 'flow',
    flowCollectionPadding: false,
    lineWidth: 0,
    singleQuote: true,
  } as const;
  return stringify([value], style).trim().slice(1, -1);
}
