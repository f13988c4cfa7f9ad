import type { Plugin } from 'vitest/config';

export function sourcesForTests(): Promise<Plugin>;
