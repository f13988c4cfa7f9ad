import { expect, it } from 'vitest';
import { BASE_URL, judgeAddress } from '../../src/load/judge-address.ts';

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
