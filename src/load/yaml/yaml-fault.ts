import type { RuleParams } from '../../model/findings.ts';

/** The codes of what is wrong with a YAML text. */
type YamlCode = 'YAML' | 'DUPLICATE_KEY' | 'FILE' | 'MERGE_CONFLICT' | 'RANGE' | 'TEXT';

/** Something that is wrong with a YAML text, between two offsets. */
export type YamlFault = {
  readonly [Code in YamlCode]: {
    readonly from: number;
    readonly to: number;
    readonly code: Code;
    readonly params: RuleParams[Code];
  };
}[YamlCode];
