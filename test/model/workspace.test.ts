import { expect, it } from 'vitest';
import { isLoopback } from '../../src/model/workspace.ts';

it('a host name means this machine, or another one, or all of its addresses', () => {
  const here = ['localhost', '127.0.0.1', '127.1.2.3', '[::1]', '::1'];
  const others = ['127.example.com', 'localhost.example.com', '0.0.0.0', '::', '10.0.0.1'];
  expect([...here, ...others].filter(isLoopback)).toEqual(here);
});
