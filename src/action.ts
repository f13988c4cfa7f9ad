import { runAction } from './action/run-action.ts';
import { thisProcess } from './app/environment.ts';

process.exitCode = await runAction(thisProcess());
