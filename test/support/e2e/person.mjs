// Loaded before the program: a person sits at the terminal, and answers its question with PERSON_SAYS, or not at all.
import { PassThrough } from 'node:stream';

const keyboard = Object.assign(new PassThrough(), { isTTY: true });
Object.defineProperty(process, 'stdin', { value: keyboard });
Object.defineProperty(process.stdout, 'isTTY', { value: true });

const { PERSON_SAYS } = process.env;
if (PERSON_SAYS === undefined) {
  // Nobody types; a terminal stays open until the program is told to end.
  const open = setInterval(() => undefined, 1_000);
  process.once('SIGINT', () => clearInterval(open));
} else {
  keyboard.end(`${PERSON_SAYS}\n`);
}
