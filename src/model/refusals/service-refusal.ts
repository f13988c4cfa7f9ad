import type { AnswerProblem } from '../answer-problem.ts';
import type { FilePlace } from '../campaign.ts';
import type { AddressFault } from '../live-answer.ts';

/** The campaign service can't be reached or refuses requests. */
export type ServiceRefusal =
  /** `variable`: the environment variable with the API key. */
  | {
      readonly code: 'no-api-key';
      readonly workspace: string;
      readonly variable: string;
      readonly isLocal: boolean;
    }
  /** The key for publishing, as in the earlier version of the API. */
  | { readonly code: 'no-publish-key'; readonly workspace: string; readonly variable: string }
  | { readonly code: 'bad-timeout'; readonly variable: string; readonly value: string }
  | {
      readonly code: 'credential-refused';
      readonly workspace: string;
      readonly variable: string;
      readonly problem: AnswerProblem;
    }
  /** Something answers at `base_url` that isn't the service. `place`: the position of `base_url`. */
  | {
      readonly code: 'wrong-address';
      readonly workspace: string;
      readonly baseUrl: string;
      readonly why: AddressFault;
      readonly place: FilePlace | undefined;
      readonly problem: AnswerProblem;
    }
  | {
      readonly code: 'service-unreachable';
      readonly workspace: string;
      readonly baseUrl: string;
      readonly problem: AnswerProblem;
    };
