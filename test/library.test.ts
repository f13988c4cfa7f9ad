import { describe, expect, it } from 'vitest';
import * as library from '../src/library.ts';
import { caseNames, readCase, type GoldenCase } from './support/golden/read-case.ts';
import { planCase } from './support/golden/plan-case.ts';
import { toPlanDocument } from '../src/render/documents/plan-document.ts';

const COMMIT = '3f2a91c0d1e2f3a4b5c6d7e8f90a1b2c3d4e5f60';

function load({ files, workspaces, settings, state }: GoldenCase): library.LoadedCampaigns {
  return library.loadCampaigns({
    files: { 'campaigns/workspaces.yaml': workspaces, ...Object.fromEntries(files) },
    state: Object.fromEntries(state),
    ...(settings.workspace && { workspace: settings.workspace }),
  });
}

function valid(campaigns: library.LoadedCampaigns) {
  if (campaigns.kind === 'invalid') throw new Error(JSON.stringify(campaigns.diagnostics));
  return campaigns;
}

function planOf(given: GoldenCase): library.PlanDocument {
  const campaigns = valid(load(given));
  const { settings } = given;
  return library.planDocument(
    library.makePlan({
      campaigns,
      state: Object.fromEntries(given.state),
      ...(settings.offline?.record && { record: settings.offline.record }),
      now: new Date(settings.now),
      commit: COMMIT,
      actors: Object.fromEntries(campaigns.desired.map(({ key }) => [key, 'ada@example.com'])),
      allow: settings.allow,
      ...(settings.only && { only: settings.only }),
      maxWaitMs: settings.maxWaitMs,
    }),
  );
}

describe('the library', () => {
  // The caller words what can't be read, only git names a scope, and `from` says how it was fetched.
  const cases = caseNames()
    .map(readCase)
    .filter(({ settings }) => settings.offline && settings.unknown.length === 0 && !settings.changedSince);

  it.each(cases.map((one) => [one.name, one] as const))('plans %s as the command does', (_, given) => {
    const { plan } = planCase(given);
    const wanted = toPlanDocument(plan);
    expect(planOf(given)).toEqual({
      ...wanted,
      ...(wanted.offline && { offline: { ...wanted.offline, from: 'origin' } }),
    });
  });

  const WORKSPACES = `
workspaces:
  production: { base_url: https://api.example.com/, app_key: TEAM, api_key_env: CAMPAIGNS_API_KEY }
`;
  const LETTER = `
channel: EMAIL
campaign_delivery_type: ONE_TIME
basic_details: { name: Letter, content_type: PROMOTIONAL }
`;
  const files = { 'campaigns/workspaces.yaml': WORKSPACES, 'campaigns/letter.yaml': LETTER };
  const now = new Date('2031-01-01T09:00:00Z');

  function errorsIn(given: library.Texts) {
    const { diagnostics } = library.diagnosticsDocument(library.loadCampaigns({ files: given }).diagnostics);
    return diagnostics.filter(({ severity }) => severity === 'error');
  }

  it('returns mistakes in campaign files with their position', () => {
    const wrong = { ...files, 'campaigns/letter.yaml': `${LETTER}stauts: ACTIVE\n` };
    const error = { file: 'campaigns/letter.yaml', line: 5, code: 'E_UNKNOWN_KEY' };
    expect(errorsIn(wrong)).toMatchObject([error]);
    expect(library.loadCampaigns({ files: wrong }).kind).toBe('invalid');
  });

  it('returns mistakes in workspaces.yaml', () => {
    const wrong = { ...files, 'campaigns/workspaces.yaml': 'workspaces: {}\n' };
    const diagnostics = [{ file: 'campaigns/workspaces.yaml' }];
    expect(library.loadCampaigns({ files: wrong })).toMatchObject({ kind: 'invalid', diagnostics });
  });

  it('reads texts that campaign files refer to from the given files, and says which one is missing', () => {
    const referring = `${LETTER}campaign_content: { content: { email: { html_content: { $file: ../texts/body.html } } } }\n`;
    const given = { ...files, 'campaigns/letter.yaml': referring };
    expect(errorsIn(given)).toMatchObject([{ code: 'E_FILE_MISSING' }]);
    const complete = library.loadCampaigns({ files: { ...given, 'texts/body.html': '<p>Hello</p>' } });
    expect(complete.kind).toBe('loaded');
  });

  it('throws when it is called incorrectly', () => {
    expect(() => library.loadCampaigns({ files: {} })).toThrow('workspaces.yaml');
    expect(() => library.loadCampaigns({ files, workspace: 'staging' })).toThrow('production');
    expect(() => library.loadCampaigns({ files, state: { 'ledger.json': '{' } })).toThrow('ledger.json');
    const campaigns = valid(library.loadCampaigns({ files }));
    expect(() => library.makePlan({ campaigns, now })).toThrow('letter');
  });
});
