import type { Plugin } from 'vitest/config';

export const precompiledForTests: Plugin;
