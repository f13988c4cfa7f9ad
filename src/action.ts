import * as core from '@actions/core';
import { runAction } from './action/run-action.ts';
import { thisProcess } from './app/process/this-process.ts';

await runAction(thisProcess(), core);
