#!/usr/bin/env node
import { main } from './cli/main.ts';
import { thisProcess } from './app/environment.ts';

// A reader that has seen enough (`campaigns plan | head`) is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await main(process.argv.slice(2), thisProcess());
