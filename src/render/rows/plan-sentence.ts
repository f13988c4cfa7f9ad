import { summarize, type Plan } from '../../model/plan.ts';
import { isEmergencyStop } from '../../model/transitions.ts';
import { deedsOf, sentAtOnce } from './plan-words.ts';
import { inSection } from './plan-rows.ts';
import type { Row } from './row.ts';

/** What a plan does as one sentence, in pieces so that each medium can emphasize the important ones. */
export interface SentencePart {
  readonly text: string;
  readonly strong?: true;
}

const VERBS = {
  create: 'creates',
  'create and publish': 'creates and publishes',
  update: 'updates',
  publish: 'publishes',
  pause: 'pauses',
  resume: 'resumes',
  stop: 'stops',
} as const;

/** `Merging this creates 1 and pauses 2 campaigns. 1 needs attention. 14 stay unchanged.` */
export function planSentence(plan: Plan, rows: readonly Row[], subject: string): SentencePart[] {
  const emergencyStops = deedsOf(plan).filter(({ action }) => action && isEmergencyStop(action));
  const deeds = plan.guard ? emergencyStops : deedsOf(plan);
  const done = deeds.flatMap(({ verb, count }, at): SentencePart[] => [
    { text: at === 0 ? ' ' : at === deeds.length - 1 ? ' and ' : ', ' },
    { text: `${plan.offline ? verb : VERBS[verb]} ${count}`, strong: true },
  ]);
  const end =
    deeds.length === 0
      ? plan.offline
        ? ' change nothing.'
        : ' changes nothing.'
      : ` ${(deeds.at(-1)?.count ?? 0) === 1 ? 'campaign' : 'campaigns'}.`;
  const atOnce = sentAtOnce(plan);
  const looks = new Set(inSection('attention', rows).map((row) => row.subject)).size;
  const { in_sync: same } = summarize(plan);
  return [
    { text: plan.offline ? 'If nothing has changed since the record, an apply would' : subject },
    ...done,
    { text: end },
    ...(atOnce === '' ? [] : [{ text: ' ' }, { text: atOnce, strong: true } as const]),
    ...(looks === 0
      ? []
      : [
          { text: ' ' },
          { text: `${looks} ${looks === 1 ? 'needs' : 'need'} attention.`, strong: true } as const,
        ]),
    ...(same === 0 ? [] : [{ text: ` ${same === 1 ? '1 stays' : `${same} stay`} unchanged.` }]),
  ];
}
