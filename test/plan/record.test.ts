import { describe, expect, it } from 'vitest';
import type { CampaignStatus, Components, DesiredStatus, Live } from '../../src/model/campaign.ts';
import type { Binding } from '../../src/model/state.ts';
import { bindingOf, desired, live, planFor, stateOf } from '../support/builders.ts';

const DETAILS = { basic_details: { name: 'The a' } };
const A = { utm_params: { utm_source: 'a' } };
const B = { utm_params: { utm_source: 'b' } };
const MORE = { utm_params: { utm_source: 'a', utm_term: 'only live has it' } };

const VALUES: Readonly<Record<string, Components>> = { A, B, MORE, '-': {} };

/** What the file, the record as applied and as observed, and live say. */
type Situation = readonly [file: Components, applied: Components, observed: Components, live: Components];

function said(values: string): Situation {
  const [file = {}, applied = {}, observed = {}, shown = {}] = values.split(' ').map((name) => VALUES[name]);
  return [file, applied, observed, shown];
}

/** What an apply would record of a draft even if it sent nothing; `undefined` if it is recorded already. */
function recorded([file, applied, observed, components]: Situation): Binding | undefined {
  const shown = live({ components });
  const state = stateOf([bindingOf(shown, both(applied, observed))]);
  return planFor({ desired: [desired({ components: file })], live: [shown], state }).campaigns[0]?.record;
}

const REST = { connector: { a: 1 }, advanced: { a: 1 } };
const both = (applied: Components, observed = applied) => ({
  ...{ applied: { ...DETAILS, ...applied }, observed: { ...DETAILS, ...observed } },
});

const SENT = { ...A, ...REST };
const OTHERS: Situation = [{ ...B, ...REST, connector: { a: 2 } }, SENT, SENT, { ...B, ...REST }];

describe('what is recorded even if nothing is sent', () => {
  it.each<readonly [string, Situation, Pick<Binding, 'applied' | 'observed'> | undefined]>([
    ['nothing, if everything is as recorded', said('A A A A'), undefined],
    ['nothing of an edit: it is recorded when it was sent', said('B A A A'), undefined],
    ['nothing of drift', said('A A A B'), undefined],
    ['nothing of a conflict', said('B A A MORE'), undefined],
    ['what both say now', said('B A A B'), both(B)],
    ['the file as applied and live as observed', said('A - - MORE'), both(A, MORE)],
    ['that a component is no longer in the file', said('- A A A'), both({})],
    ['one component, and the others unchanged', OTHERS, both({ ...B, ...REST })],
  ])('%s', (_, situation, components) => {
    const record = recorded(situation);
    expect(record && { applied: record.applied, observed: record.observed }).toEqual(components);
    if (record)
      expect(record).toMatchObject({ key: 'a', documentId: 'id-a', campaignId: 'id-a', name: 'The a' });
  });

  it('is another document of the same campaign, and another name in the file', () => {
    const shown: Live = { ...live(), documentId: 'version-2' };
    const binding = { ...bindingOf(live()), name: 'before' };
    const [campaign] = planFor({ desired: [desired()], live: [shown], state: stateOf([binding]) }).campaigns;
    expect(campaign?.verdict).toBe('in-sync');
    expect(campaign?.record).toEqual({ ...binding, documentId: 'version-2', name: 'The a' });
  });
});

it('a rename that is blocked keeps its old name in the record', () => {
  const shown = live({ status: 'SENT', components: A });
  const state = stateOf([bindingOf(shown, { applied: DETAILS, observed: DETAILS })]);
  const renamed = desired({ components: { basic_details: { name: 'Another name' }, ...A } });
  const [campaign] = planFor({ desired: [renamed], live: [shown], state }).campaigns;
  expect(campaign).toMatchObject({ verdict: 'held', record: { name: 'The a', applied: A } });
});

describe('the status that is recorded even if nothing is sent', () => {
  type Status = Omit<Binding['status'], 'seen'>;

  it.each<readonly [string, DesiredStatus | undefined, CampaignStatus, Status, Status | undefined]>([
    ['nothing, if everything is as recorded', 'ACTIVE', 'ACTIVE', of('ACTIVE', 'ACTIVE'), undefined],
    ['nothing, if live advanced by itself', 'ACTIVE', 'SENT', of('ACTIVE', 'SCHEDULED'), undefined],
    ['a file that says what it is', 'ACTIVE', 'ACTIVE', of('PAUSED', 'PAUSED'), of('ACTIVE', 'ACTIVE')],
    ['a file that has a first one', 'PAUSED', 'PAUSED', of(undefined, 'ACTIVE'), of('PAUSED', 'PAUSED')],
    ['a file that no longer says one', undefined, 'PAUSED', of('ACTIVE', 'ACTIVE'), of(undefined, 'PAUSED')],
    ['nothing of a change that is still to be sent', 'PAUSED', 'ACTIVE', of('ACTIVE', 'ACTIVE'), undefined],
    ['nothing of what is not possible', 'PAUSED', 'SENT', of('ACTIVE', 'ACTIVE'), undefined],
    ['nothing of what was changed by hand', 'ACTIVE', 'PAUSED', of('ACTIVE', 'ACTIVE'), undefined],
  ])('%s', (_, file, now, before, after) => {
    const shown = live({ type: 'PERIODIC', status: now });
    const state = stateOf([bindingOf(shown, { status: before })]);
    const files = [desired({ type: 'PERIODIC', status: file })];
    const [campaign] = planFor({ desired: files, live: [shown], state }).campaigns;
    const { applied, observed } = campaign?.record?.status ?? before;
    expect({ applied, observed }).toEqual(after ?? before);
  });

  function of(applied: Status['applied'], observed: Status['observed']): Status {
    return { applied, observed };
  }
});
