#!/usr/bin/env node
import { buildProgram } from './commands/program.ts';

process.exitCode = await buildProgram(process.argv.slice(2));
