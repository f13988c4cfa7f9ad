import type { StateFileFault } from '../model/state-file-fault.ts';

/** Why a file of a state branch can't be used, as the rest of a sentence. */
export function stateFileWords(fault: StateFileFault): string {
  switch (fault.code) {
    case 'missing':
      return 'there is no such file';
    case 'not-json':
      return fault.said;
    case 'other-format':
      return `it does not say that it is ${fault.expected}`;
    case 'other-shape':
      return `${fault.at || 'it'} ${fault.said ?? 'has a different shape'}`;
    case 'other-key':
      return `it says it is ${fault.key}`;
    case 'bound-twice':
      return `${fault.campaignId} is bound twice`;
  }
}
