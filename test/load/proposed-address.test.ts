import { expect, it } from 'vitest';
import { BASE_URL, judgeAddress, judgeDashboard } from '../../src/load/judge-address.ts';

it.each([
  ['127.0.0.1:4010', 'write http://127.0.0.1:4010/'],
  ['localhost', 'write http://localhost/'],
  ['localhost:4010', 'write http://localhost:4010/'],
  ['api.example.com', 'write https://api.example.com/'],
  ['api.example.com:8443/v5', 'write https://api.example.com:8443/v5'],
  ['not an address', 'write https://host/'],
  ['ada@api.example.com', 'write https://host/'],
])('for %s, proposes: %s', (text, hint) => {
  expect(judgeAddress(['base_url'], text, BASE_URL)[0]?.hint).toBe(hint);
});

it.each([
  ['javascript:{campaign_id}', 'this is not a web address: it begins with neither https:// nor http://'],
  ['mailto:ada@example.com?subject={campaign_id}', 'this is not a web address: it begins with neither https:// nor http://'],
  ['https:console.example.com/{campaign_id}', 'this is not a web address: it begins with neither https:// nor http://'],
  ['https://console.example.com/a b/{campaign_id}', 'this address contains a space'],
  ['https://конsole.example.com/{campaign_id}', 'this address has non-ASCII characters; its real host is xn--sole-k5dsg.example.com'],
])('%s is not a dashboard: %s', (text, message) => {
  expect(judgeDashboard(['dashboard_url'], text)).toMatchObject([{ code: 'E_FORMAT', message }]);
}); // prettier-ignore
