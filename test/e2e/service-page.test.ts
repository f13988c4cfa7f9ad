import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../src/service/http/operations/operations.ts';
import { FAULT_KINDS } from '../../src/service/http/faults.ts';
import { bundledOpenApi } from '../../src/service/http/request-validators.ts';
import { readLimits, readWorkspaces } from '../../src/service/http/settings.ts';
import { DescribedService } from '../support/service/described-service.ts';
import { ROOT } from '../support/e2e/built-program.ts';
import { curlSession, noCurl } from '../support/e2e/curl-session.ts';
import { startLiveService } from '../support/e2e/live-service.ts';

const PAGE = readFileSync(join(ROOT, 'docs', 'service.md'), 'utf8');

/** The blocks of a language, in order. */
function blocks(language: string): readonly string[] {
  return [...PAGE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, found, text = '']) =>
    found === language ? [text] : [],
  );
}

test('the commands on the page can be pasted one after the other', async (context) => {
  const reason = noCurl();
  if (reason !== null) context.skip(reason);
  const service = await startLiveService(
    ...['--limits', 'real', '--clock', 'manual', '--features', 'queuing,versioning'],
  );
  const ended = await curlSession(blocks('sh').join('\n'), service.url);
  expect(ended, ended.stdout).toMatchObject({ status: 0, stderr: '' });
  expect(ended.stdout).toContain('"valid":true');
  expect(ended.stdout).toContain('"status":"SENT"');
  expect(ended.stdout).toContain('Hello Ada');
  expect(ended.stdout).toMatch(/"reset":true}\n$/);
});

test('the page has each operation, each kind of fault and each path of the control interface', () => {
  const { operations } = new DescribedService(bundledOpenApi());
  for (const { method, path, control } of operations) {
    const row = `| \`${method.toUpperCase()} ${path.replace('{campaign_id}', '{id}')}\``;
    if (control) expect(PAGE).toContain(row);
  }
  for (const kind of FAULT_KINDS) expect(PAGE).toContain(`| \`${kind}\``);
  const [, named = ''] = /`operation`\s+\(`(create [a-z\s-]+)`/.exec(PAGE) ?? [];
  expect(named.split(/\s+/)).toEqual(expect.arrayContaining(OPERATIONS.map(({ name }) => name)));
});

test('the service accepts the settings on the page', () => {
  const [workspaces = '', limits = ''] = blocks('json');
  const env = { STAGING_KEY: 's', SHOP_KEY: 'p', VIEWER_KEY: 'v' };
  expect(readWorkspaces(workspaces, { env, taken: ['local'] })).not.toEqual([]);
  expect(readLimits(limits)).not.toEqual({});
});
