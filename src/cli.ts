#!/usr/bin/env node
import { buildProgram } from './commands/program.ts';

// A reader that has seen enough (`campaigns plan | head`) is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await buildProgram(process.argv.slice(2));
