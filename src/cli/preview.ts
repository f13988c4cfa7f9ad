import { join } from 'node:path';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { CommonOptions } from '../app/context.ts';
import { previewMessage } from '../app/preview.ts';
import { openPage } from '../app/process/open-page.ts';
import { badOption } from '../app/process/user-failure.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { previewDocument } from '../render/documents/preview-document.ts';
import { previewText } from '../render/text/preview-text.ts';
import { openFor, writeOutputs } from './outputs.ts';
import { previewPage } from './pages.ts';
import type { CommandSession } from './session.ts';

interface PreviewOptions extends CommonOptions {
  readonly name: string;
  readonly locale?: string;
  readonly variation?: string;
  readonly user?: string;
  readonly event?: readonly string[];
  readonly html?: string;
  readonly open?: boolean;
  readonly offline?: boolean;
}

/** Shows one message as a user gets it. Sends nothing, and writes nothing but the page that it is asked for. */
export async function preview(options: PreviewOptions, session: CommandSession): Promise<ExitCode> {
  const { open = false, offline = false, event = [], json = false } = options;
  const html = open ? join(mkdtempSync(join(tmpdir(), 'campaigns-preview-')), 'preview.html') : options.html;
  const attributes = eventOf(event);
  const target = await openFor(options, session, [['--html', options.html]]);
  const made = await previewMessage(target, { ...options, offline, event: attributes });
  await writeOutputs(session, {
    what: 'preview',
    text: json ? previewDocument(made) : previewText(made, session.terminal),
    files: [['--html', html, () => previewPage(made, target)]],
  });
  if (open && html !== undefined) await openPage(html, session);
  return EXIT.DONE;
}

/** `product_name=Boots` */
function eventOf(pairs: readonly string[]): Record<string, string> {
  const found = pairs.map((pair) => {
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    if (name !== '' && pair.includes('=')) return [name, value] as const;
    throw badOption('--event', { why: 'form', form: 'pair' }, pair);
  });
  return Object.fromEntries(found);
}
