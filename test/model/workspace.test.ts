import { describe, expect, it } from 'vitest';
import { isLoopback } from '../../src/model/workspace.ts';

describe('a host name', () => {
  it.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]', '::1'])('%s means this machine', (name) => {
    expect(isLoopback(name)).toBe(true);
  });

  it.each(['127.example.com', 'localhost.example.com', '0.0.0.0', '::', '10.0.0.1'])(
    '%s means another one, or all of its addresses',
    (name) => {
      expect(isLoopback(name)).toBe(false);
    },
  );
});
