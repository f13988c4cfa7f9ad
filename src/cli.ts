#!/usr/bin/env node
import { main, watchOutput } from './cli/main.ts';
import { thisProcess } from './app/process/this-process.ts';

const host = thisProcess();
watchOutput(host, (exit) => void (process.exitCode ||= exit));
const exit = await main(process.argv.slice(2), host);
process.exitCode = exit || (process.exitCode ?? exit);
