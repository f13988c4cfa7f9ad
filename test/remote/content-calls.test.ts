import { expect, it } from 'vitest';
import type { Answer } from '../../src/apply/ports.ts';
import type { CampaignService } from '../../src/remote/campaign-service.ts';
import { countReads } from '../../src/remote/list-campaigns.ts';
import { readRefusals } from '../../src/remote/content-calls.ts';
import { campaignId } from '../support/builders.ts';

const DRAFTS = Array.from({ length: 9 }, (_, at) => ({
  id: campaignId(`id-${at}`),
  documentId: `doc-${at}`,
}));
const valid = (data: object): Answer => ({ kind: 'done', data: { ...data }, responseId: null });

function answering(answer: (path: string) => Answer) {
  const asked: string[] = [];
  const read = (_: string, { path }: { readonly path: string }) => {
    asked.push(path);
    return Promise.resolve(answer(path));
  };
  const shown: number[] = [];
  const counted: CampaignService['counted'] = (total, act) =>
    countReads({ total, onReading: (one) => one.kind === 'reading' && shown.push(one.done) }, act);
  return { service: { read, counted }, asked, shown };
}

it('what keeps drafts from being published is said of each, and nothing of an answer that makes no sense', async () => {
  const { service, shown } = answering((path) =>
    path.includes('doc-0')
      ? valid({ valid: false, errors: [{ field: 'connector', issue: 'is missing' }, { issue: 'too late' }] })
      : path.includes('doc-1')
        ? valid({ errors: 'none' })
        : valid({ valid: true }),
  );
  const found = await readRefusals(service, DRAFTS);
  expect([...found.values()]).toEqual([
    ['connector: is missing', 'too late'],
    ...DRAFTS.slice(1).map(() => []),
  ]);
  // For a bar; the last one ends it.
  expect(shown).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

it('after the first question without an answer, no more is asked than was asked beside it', async () => {
  const { service, asked } = answering(() => ({
    ...{ kind: 'unclear', cause: 'unreachable' },
    problem: { code: 'too-many-requests' },
  }));
  expect([...(await readRefusals(service, DRAFTS)).values()].flat()).toEqual([]);
  expect(asked.length).toBeLessThanOrEqual(4);
});
