import { COMPONENTS } from '../campaign/campaign-record.ts';

/** Ways in which reads can return stored texts changed. Open point W32. */
export const RESPELLINGS = ['entities', 'trim', 'drop-empty', 'nfc', 'utc'] as const;

const COMPONENT = [...new Set([...COMPONENTS.PUSH, ...COMPONENTS.EMAIL])];
const SPELLING = `(?:${RESPELLINGS.join('|')})`;

/** The kinds of text after `=`: the form, and what to write instead of anything else. */
export const VALUES = {
  nothing: { form: /^$/, wanted: 'it takes no value' },
  time: {
    form: /^(0|\d{1,9}(ms|s|m|h))$/,
    wanted: 'write a time such as NAME=500ms, NAME=30s or NAME=2m',
  },
  partial: { form: /^partial$/, wanted: 'write NAME=partial' },
  campaign: {
    form: /^\w+$/,
    wanted: 'write the id of a campaign: NAME=64a1b2c3d4e5f6a7b8c9d0e1',
  },
  spellings: {
    form: new RegExp(`^${SPELLING}(,${SPELLING})*$`),
    wanted: `write NAME= and one or more of ${RESPELLINGS.join(', ')}`,
  },
  field: {
    form: new RegExp(String.raw`^(${COMPONENT.join('|')})(\.[^.]+)+$`),
    wanted: `write a component and a field in it: NAME=delivery_controls.new_flag; the components are ${COMPONENT.join(', ')}`,
  },
} as const;

/** One way in which a real service may differ from the default of this one. */
export interface QuirkRow {
  readonly name: string;
  readonly takes: keyof typeof VALUES;
  readonly isRepeatable?: boolean;
  readonly excludes?: string;
}

/**
 * All quirks, in the order of docs/service.md, which says what each one does. If the documents about the service are
 * silent or contradict each other, the service follows one interpretation by default. Each row here is another
 * interpretation that clients must handle.
 */
export const QUIRKS = [
  { name: 'merge-updates', takes: 'nothing' },
  { name: 'read-lag', takes: 'time' },
  { name: 'search-lag', takes: 'time' },
  { name: 'search-rows', takes: 'partial' },
  { name: 'normalized', takes: 'nothing' },
  { name: 'documented', takes: 'nothing', excludes: 'normalized' },
  { name: 'publish-204', takes: 'nothing' },
  { name: 'publish-200', takes: 'nothing', excludes: 'publish-204' },
  { name: 'forbidden', takes: 'campaign', isRepeatable: true },
  { name: 'details-only', takes: 'nothing' },
  { name: 'respell', takes: 'spellings' },
  { name: 'late-default', takes: 'field', isRepeatable: true },
  { name: 'moving-value', takes: 'field', isRepeatable: true },
  { name: 'draft-versions', takes: 'nothing' },
  { name: 'document-ids', takes: 'nothing' },
  { name: 'draft-only-updates', takes: 'nothing' },
  { name: 'keep-failures', takes: 'nothing' },
] as const satisfies readonly QuirkRow[];

export type QuirkName = (typeof QUIRKS)[number]['name'];
