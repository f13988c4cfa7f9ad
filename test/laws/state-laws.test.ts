import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { readReviewedPlan } from '../../src/app/plan-file.ts';
import { matchPlanFile } from '../../src/review/plan-file.ts';
import { decodeCampaign } from '../../src/remote/decode-campaign.ts';
import { encodeApproval, encodeBinding, encodeJournal, encodeTarget } from '../../src/state/formats.ts';
import {
  approvalPath,
  bindingPath,
  decodeState,
  encodeLedger,
  encodeReported,
  journalPath,
  LEDGER_PATH,
  TARGET_PATH,
  REPORTED_PATH,
} from '../../src/state/state-files.ts';
import { planDocument } from '../../src/render/documents/plan-document.ts';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';
import type { Approval } from '../../src/model/approval.ts';
import type { CampaignKey, Live } from '../../src/model/campaign.ts';
import { NOW, planFor } from '../support/builders.ts';
import { drawn, inputsOf, worldOf, type Drawn } from '../support/worlds.ts';
import { draws } from '../support/draws.ts';

// Writing and reading again must return the same value.

const RUNS = draws(100);
const DAY_MS = 86_400_000;

const schema = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8')) as object;
const validatePlan = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema('plan'));

const folder = mkdtempSync(join(tmpdir(), 'state-laws-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Any JSON, with texts and names that often cause problems. JSON has no minus zero, so it becomes zero. */
const json = fc
  .jsonValue({ maxDepth: 3, stringUnit: 'binary' })
  .map((drawnValue) => JSON.parse(JSON.stringify(drawnValue)) as JsonValue);
const unusual = fc.dictionary(
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom('constructor', '', '__proto', 'a/b~c'),
  ),
  json,
  { maxKeys: 4 },
) as fc.Arbitrary<JsonObject>;

/** A world in which everything with words contains the same text. */
const worlds: fc.Arbitrary<Drawn> = fc
  .tuple(drawn, unusual, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }))
  .map(([world, said, name]) => ({
    ...world,
    bindings: world.bindings.map((one) => ({
      ...one,
      name,
      applied: { ...one.applied, advanced: said },
      observed: { ...one.observed, advanced: said },
    })),
    open: world.open.map((one) =>
      one.kind === 'transition' ? one : { ...one, components: { ...one.components, advanced: said } },
    ),
  }));

const id = fc.stringMatching(/^[0-9a-f]{16}$/);
const approvals: fc.Arbitrary<Approval[]> = fc
  .uniqueArray(
    fc.record({
      pull: fc.integer({ min: 1, max: 999 }),
      mergedAt: fc.constantFrom('2031-01-01T09:00:00Z', '2031-01-02T09:00:00Z'),
      base: fc.constantFrom('main', 'release/1', 'constructor'),
      markers: fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 3 }),
      steps: fc.array(
        fc.record({
          key: fc.constantFrom('a', 'promo/b').map((name) => name as CampaignKey),
          name: fc.constantFrom('create', 'utm_params', 'PUBLISH'),
          end: fc.option(fc.constantFrom('done', 'closed'), { nil: undefined }),
        }),
        { maxLength: 3 },
      ),
    }),
    { selector: ({ pull }) => pull, maxLength: 4 },
  )
  .map((all) => all.sort((left, right) => left.pull - right.pull));

describe('the laws of what is stored', () => {
  it('9: a state that is written is read back, whatever it contains', () => {
    fc.assert(
      fc.property(worlds, approvals, id, ({ bindings, open, ledger }, reviews, changeId) => {
        const target = { baseUrl: 'https://api.example.com/', appKey: 'shop' };
        const reported = new Map([['promo/b' as CampaignKey, changeId]]);
        const files = new Map([
          ...bindings.map((one) => [bindingPath(one.key), encodeBinding(one)] as const),
          [LEDGER_PATH, encodeLedger(ledger, NOW)] as const,
          [TARGET_PATH, encodeTarget(target)] as const,
          [journalPath('earlier'), encodeJournal('earlier', open)] as const,
          ...reviews.map((one) => [approvalPath(one.pull), encodeApproval(one)] as const),
          [REPORTED_PATH, encodeReported(reported)] as const,
        ]);
        const decoded = decodeState(files);
        expect(decoded).toEqual({
          kind: 'state',
          state: {
            ...{ bindings: new Map(bindings.map((one) => [one.key, one])), open, ledger },
            ...{ approvals: reviews, reported },
          },
          target,
        });
      }),
      RUNS,
    );
  });

  it('9: a state that is read and written again is identical to the byte', () => {
    fc.assert(
      fc.property(worlds, ({ bindings, open, ledger }) => {
        for (const one of bindings) {
          const text = encodeBinding(one);
          const decoded = decodeState(new Map([[bindingPath(one.key), text]]));
          const again = decoded.kind === 'state' ? decoded.state.bindings.get(one.key) : undefined;
          expect(again && encodeBinding(again)).toBe(text);
        }
        const kept = decodeState(
          new Map([
            [LEDGER_PATH, encodeLedger(ledger, NOW)],
            [journalPath('earlier'), encodeJournal('earlier', open)],
          ]),
        );
        expect(kept.kind === 'state' && encodeLedger(kept.state.ledger, NOW)).toBe(encodeLedger(ledger, NOW));
        expect(kept.kind === 'state' && encodeJournal('earlier', kept.state.open)).toBe(
          encodeJournal('earlier', open),
        );
      }),
      RUNS,
    );
  });

  it('9: a ledger drops only what no window can count anymore', () => {
    const instants = fc.array(fc.integer({ min: -4 * DAY_MS, max: 1_000 }), { maxLength: 20 });
    fc.assert(
      fc.property(instants, instants, (attempts, successes) => {
        const at = (drawn: number[]) => drawn.map((one) => NOW + one).sort((a, b) => a - b);
        const ledger = { attempts: at(attempts), successes: at(successes) };
        const decoded = decodeState(new Map([[LEDGER_PATH, encodeLedger(ledger, NOW)]]));
        const kept = decoded.kind === 'state' ? decoded.state.ledger : undefined;
        for (const counts of ['attempts', 'successes'] as const) {
          const needed = ledger[counts].filter((one) => one > NOW - DAY_MS - 500);
          expect(kept?.[counts].filter((one) => one > NOW - DAY_MS - 500)).toEqual(needed);
          expect(ledger[counts]).toEqual(expect.arrayContaining([...(kept?.[counts] ?? [])]));
        }
      }),
      RUNS,
    );
  });

  it('9: a plan matches its schema and, read back, approves exactly the changes that it shows', () => {
    const path = join(folder, 'plan.json');
    fc.assert(
      fc.property(drawn, (world) => {
        const plan = planFor(worldOf(world), inputsOf(world));
        const text = planDocument(plan);
        validatePlan(JSON.parse(text));
        expect(validatePlan.errors ?? []).toEqual([]);
        writeFileSync(path, text);
        if (plan.offline) {
          expect(() => readReviewedPlan(path, plan.workspace)).toThrow(
            expect.objectContaining({ cause: { code: 'plan-file-unusable', why: 'offline', path } }),
          );
          return;
        }
        const reviewed = readReviewedPlan(path, plan.workspace);
        const { parts, moved } = matchPlanFile(reviewed, plan.campaigns, () => true);
        const changes = plan.campaigns.filter(({ steps }) => steps.length > 0).map(({ key }) => key);
        expect([...parts.keys()]).toEqual(changes);
        expect(moved).toEqual([]);
      }),
      RUNS,
    );
  });

  it('9: a campaign as the service shows it is decoded to what it was', () => {
    fc.assert(
      fc.property(drawn, ({ live }) => {
        for (const one of live.filter(({ readOnly }) => readOnly === undefined)) {
          const decoded = decodeCampaign(JSON.parse(JSON.stringify(recordOf(one))), 'get');
          expect(decoded).toMatchObject({ kind: 'record', live: one });
        }
      }),
      RUNS,
    );
  });
});

/** Open point W3: the record of a campaign, written by hand. */
function recordOf({ id, documentId, channel, deliveryType, status, components }: Live): object {
  return {
    id: documentId,
    campaign_id: id,
    status,
    channel,
    campaign_delivery_type: deliveryType,
    created_by: 'ada@example.com',
    created_at: '2030-12-01 08:00:54.847000',
    updated_at: '2030-12-01 08:00:54.847000',
    ...components,
  };
}
