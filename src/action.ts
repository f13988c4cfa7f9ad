import { runAction } from './action/run-action.ts';
import { thisProcess } from './app/process/this-process.ts';

process.exitCode = await runAction(thisProcess());
