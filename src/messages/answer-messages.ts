import type { AnswerContent, AnswerProblem, RecordProblem } from '../model/answer-problem.ts';
import { utcSecondFrom } from '../model/utc-words.ts';
import { SECOND_MS } from '../model/time.ts';
import { joined, plainText, say, sentence, type Phrase } from './phrase.ts';

/** Why there is no usable answer of the service, and until when it wants no requests, if it says so. */
export function describeProblem(problem: AnswerProblem): Phrase {
  const { code, notBefore } = problem;
  if (code === 'too-many-requests') return tooManyRequests(problem);
  // It is the subject of the sentence before.
  const service = code === 'unexpected' ? 'It' : 'The service';
  const until =
    notBefore === undefined ? [] : say`${service} accepts no requests until ${utcSecondFrom(notBefore)}.`;
  return joined(reasonOf(problem), until);
}

/** A problem with an answer as one text, for JSON documents. */
export function problemText(problem: AnswerProblem): string {
  return plainText(describeProblem(problem));
}

type Limited = Extract<AnswerProblem, { code: 'too-many-requests' }>;

function tooManyRequests({ waitMs, notBefore }: Limited): Phrase {
  if (waitMs === undefined || notBefore === undefined)
    return say`The service keeps answering that there were too many requests.`;
  return say`The service accepts no requests for ${Math.ceil(waitMs / SECOND_MS)} seconds, until ${utcSecondFrom(notBefore)}. Run this again after that.`;
}

function reasonOf(problem: Exclude<AnswerProblem, Limited>): Phrase {
  switch (problem.code) {
    case 'no-connection':
      return say`The service at ${problem.baseUrl} did not answer (${problem.error}).`;
    case 'connection-broke':
      return say`The connection to ${problem.baseUrl} broke before the answer was complete (${problem.error}).`;
    case 'unexpected':
      return sentence(say`The service answered ${problem.status} with ${contentWords(problem.content)}`);
    case 'refused':
      return sentence(say`The service refused: ${problem.status} ${problem.serviceCode}: ${problem.said}`);
    case 'lost-then-limited':
      return say`The answer to a request was lost, and the retry was refused because there were too many requests.`;
    case 'lost-then-refused':
      return sentence(
        say`The answer to a request was lost, and the retry was refused: ${problem.status} ${problem.said}`,
      );
    case 'malformed-record':
      return say`The service's answer is malformed: ${recordWords(problem.problem)}.`;
    case 'incomplete-record':
      return say`The service returned an incomplete record of ${problem.campaignId}.`;
    case 'live-version-hidden':
      return say`The service shows the unpublished draft of ${problem.campaignId}, but not the live version.`;
    case 'endless-search':
      return say`A search for campaigns did not end: there was always another page.`;
    case 'search-without-list':
      return say`The answer to a search has no list of campaigns.`;
    case 'no-such-campaign':
      return say`The service has no campaign with this ID.`;
    case 'not-asked':
      return say`The run did not request it from the service.`;
    case 'not-passed':
      return say`No record of ${problem.campaignId} was passed.`;
  }
}

function contentWords(content: AnswerContent): string {
  switch (content.kind) {
    case 'error':
      return `${content.serviceCode}: ${content.said}`;
    case 'json':
      return `JSON in an unknown format: ${content.quoted}`;
    case 'html':
      return `HTML instead of JSON: ${JSON.stringify(content.quoted)}`;
    case 'text':
      return `something that is not JSON: ${JSON.stringify(content.quoted)}`;
    case 'empty':
      return 'an empty body';
  }
}

function recordWords(problem: RecordProblem): string {
  switch (problem.code) {
    case 'not-an-object':
      return 'a row is not an object';
    case 'no-id':
      return 'a row has no id';
    case 'no-status':
      return `${problem.id} has no status`;
    case 'no-channel-or-type':
      return `${problem.id} has no channel or delivery type`;
    case 'component-not-an-object':
      return `${problem.component} of ${problem.id} is not an object`;
  }
}
