import { describe, expect, it } from 'vitest';
import { fieldLocator } from '../../src/load/locate-refused-field.ts';
import { parseSource, isSource } from '../../src/load/yaml/source.ts';
import { place } from '../../src/model/diagnostic.ts';
import { WORKSPACE } from '../support/builders.ts';

const TEXT = `channel: EMAIL
campaign_delivery_type: ONE_TIME
basic_details:
  name: Spring
  tags: [a, b]
connector: { connector_type: SENDGRID, connector_name: { $var: connector } }
campaign_content:
  content:
    email:
      subject: Hello
      html_content: { $file: ./body.html }
    en.GB:
      variation_1: { email: { subject: Hi } }
overrides:
  staging:
    basic_details: { name: Staging }
`;
const VARS = `default: staging
workspaces:
  staging:
    vars: { connector: sandbox }
`;

function locate(target: string, name: string | undefined = 'local'): string | undefined {
  const workspace = { ...WORKSPACE, name, vars: { connector: 'sandbox' } };
  const configuration = parseSource('campaigns/workspaces.yaml', VARS);
  if (!isSource(configuration)) throw new Error('the configuration can be read');
  const locator = fieldLocator(
    {
      files: [{ file: 'campaigns/a.yaml', below: 'a.yaml', text: TEXT }],
      workspaces: new Map([[name, workspace]]),
      workspacesToLoad: [workspace],
      readReference: () => ({ kind: 'text', file: 'campaigns/body.html', text: '<p>' }),
      configuration,
    },
    workspace,
  );
  const found = locator('campaigns/a.yaml', target);
  return found && place(found);
}

describe('what the service complains about is', () => {
  it.each<readonly [target: string, at: string | undefined, workspace?: string]>([
    ['basic_details.name', 'campaigns/a.yaml:4:9'],
    ['basic_details.name', 'campaigns/a.yaml:16:28', 'staging'],
    ['basic_details.tags.1', 'campaigns/a.yaml:5:13'],
    ['basic_details.tags[1]', 'campaigns/a.yaml:5:13'],
    ['campaign_content.content.email.subject', 'campaigns/a.yaml:10:16'],
    ['campaign_content.content.email.html_content', 'campaigns/body.html:1:1'],
    ['connector.connector_name', 'campaigns/workspaces.yaml:4:24', 'staging'],
    ['basic_details.team', 'campaigns/a.yaml:4:3'],
    ['utm_params.utm_source', 'campaigns/a.yaml:1:1'],
    ['channel', 'campaigns/a.yaml:1:10'],
    ['created_by', undefined],
    ['Idempotency-Key', undefined],
    ['', undefined],
  ])('%s at %s', (target = '', at, workspace) => {
    expect(locate(target, workspace)).toBe(at);
  });
});
