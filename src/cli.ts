#!/usr/bin/env node
import { main } from './cli/main.ts';
import { thisProcess } from './app/environment.ts';

// A reader that closes the pipe early (`campaigns plan | head`) is not a failure of this program.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await main(process.argv.slice(2), thisProcess());
