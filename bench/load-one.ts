import { load, workspace } from '../test/support/load/marked.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';

// Run by hostile-files.mjs in its own process: loads one text and writes its diagnostics.

const [name = ''] = process.argv.slice(2);
const text = HOSTILE_TEXTS[name]?.();
if (text === undefined) throw new Error(`there is no text "${name}"`);
const { diagnostics } = load(
  { 'a.yaml': text },
  { workspaces: [workspace()], texts: { 'campaigns/body.html': 'x'.repeat(100) }, now: 0 },
);
const codes = [...new Set(diagnostics.map(({ code }) => code))].join(' ');
process.stdout.write(`${diagnostics.length} ${codes}`);
