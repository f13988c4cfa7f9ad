import { runAction } from './action/run-action.ts';
import { thisProcess } from './app/process/environment.ts';

process.exitCode = await runAction(thisProcess());
