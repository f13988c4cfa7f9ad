import { runAction } from './commands/action/run-action.ts';
import { thisProcess } from './commands/this-process.ts';

process.exitCode = await runAction(thisProcess());
