import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterFile } from './cleanup.ts';
import { cleanEnvironment } from './e2e/program.ts';

/** A marker that an editor shows in a file. */
export interface Mark {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

const SERVER = join(
  dirname(createRequire(import.meta.url).resolve('yaml-language-server/package.json')),
  'bin/yaml-language-server',
);

/** What the folder's own settings can't say: nothing is downloaded. */
const OFFLINE = { schemaStore: { enable: false } };

/**
 * A folder as VS Code with its YAML extension opens it until the end of the test file: with the extension's language server, over standard streams,
 * and the settings of the folder's .vscode/settings.json.
 */
export class Editor {
  private readonly folder: string;
  private readonly connection: Connection;
  private readonly marks = new Map<string, readonly Mark[]>();
  private readonly versions = new Map<string, number>();
  private look: () => void = () => undefined;

  private constructor(folder: string) {
    this.folder = folder;
    this.connection = new Connection(folder, (message) => this.answer(message));
  }

  static async open(folder: string): Promise<Editor> {
    const editor = new Editor(folder);
    const uri = pathToFileURL(folder).href;
    await editor.connection.ask('initialize', {
      ...{ processId: process.pid, rootUri: uri, rootPath: folder },
      workspaceFolders: [{ uri, name: basename(folder) }],
      capabilities: {
        workspace: { configuration: true, workspaceFolders: true },
        textDocument: { completion: { completionItem: { snippetSupport: true } }, publishDiagnostics: {} },
      },
    });
    editor.connection.send({ method: 'initialized', params: {} });
    editor.connection.send({ method: 'workspace/didChangeConfiguration', params: { settings: null } });
    return editor;
  }

  /** Opens a file, optionally with another text than on disk, and returns its markers. */
  async marksIn(
    path: string,
    text = readFileSync(join(this.folder, path), 'utf8'),
  ): Promise<readonly Mark[]> {
    return this.marksOf(this.show(path, text));
  }

  /** The completions at `¦` in the text of a file. */
  async offeredIn(path: string, marked: string): Promise<readonly string[]> {
    const before = marked.slice(0, marked.indexOf('¦')).split('\n');
    const uri = this.show(path, marked.replace('¦', ''));
    // Otherwise these markers would be taken for those of the next text.
    await this.marksOf(uri);
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    const answer = await this.connection.ask('textDocument/completion', { textDocument: { uri }, position });
    return (answer as { items: { label: string }[] }).items.map(({ label }) => label);
  }

  /** The server's next findings in a text that it just received. */
  private marksOf(uri: string): Promise<readonly Mark[]> {
    this.marks.delete(uri);
    return new Promise((resolve) => {
      this.look = () => {
        const found = this.marks.get(uri);
        if (found) resolve(found);
      };
    });
  }

  private show(path: string, text: string): string {
    const uri = pathToFileURL(join(this.folder, path)).href;
    const version = (this.versions.get(uri) ?? 0) + 1;
    this.versions.set(uri, version);
    if (version === 1) {
      const textDocument = { uri, languageId: 'yaml', version, text };
      this.connection.send({ method: 'textDocument/didOpen', params: { textDocument } });
    } else {
      const params = { textDocument: { uri, version }, contentChanges: [{ text }] };
      this.connection.send({ method: 'textDocument/didChange', params });
    }
    return uri;
  }

  /** Answers the server's requests to the editor. */
  private answer({ method, params }: Message): unknown {
    if (method === 'workspace/configuration') {
      const { items } = params as { items: { section: string }[] };
      return items.map(({ section }) => this.settingsOf(section));
    }
    if (method === 'textDocument/publishDiagnostics') {
      const { uri, diagnostics } = params as {
        uri: string;
        diagnostics: { range: { start: { line: number } }; message: string }[];
      };
      const marks = diagnostics.map(({ range, message }) => ({ line: range.start.line + 1, message }));
      this.marks.set(uri, marks);
      this.look();
    }
    return null;
  }

  private settingsOf(section: string): unknown {
    const settings = JSON.parse(readFileSync(join(this.folder, '.vscode/settings.json'), 'utf8')) as object;
    const own = Object.entries(settings).flatMap(([name, value]) =>
      name.startsWith(`${section}.`) ? [[name.slice(section.length + 1), value] as const] : [],
    );
    return {
      ...Object.fromEntries(own),
      ...(section === 'yaml' && { ...OFFLINE, completion: true, validate: true, hover: true }),
    };
  }
}

/** Messages to a language server, each preceded by its length. */
class Connection {
  private readonly server;
  private readonly waiting = new Map<number, (result: unknown) => void>();
  private bytes = Buffer.alloc(0);
  private count = 0;
  private readonly answer: (message: Message) => unknown;

  constructor(folder: string, answer: (message: Message) => unknown) {
    this.answer = answer;
    this.server = spawn(process.execPath, [SERVER, '--stdio'], {
      cwd: folder,
      env: cleanEnvironment(folder),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.server.stdout.on('data', (chunk: Buffer) => {
      this.bytes = Buffer.concat([this.bytes, chunk]);
      this.read();
    });
    afterFile(async () => {
      const closed = new Promise((resolve) => this.server.once('close', resolve));
      this.server.kill('SIGKILL');
      await closed;
    });
  }

  send(message: Message): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  ask(method: string, params: unknown): Promise<unknown> {
    const id = ++this.count;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.send({ id, method, params });
    });
  }

  private read(): void {
    for (;;) {
      const head = this.bytes.indexOf('\r\n\r\n');
      const [, length] =
        /Content-Length: (\d+)/i.exec(this.bytes.subarray(0, Math.max(head, 0)).toString()) ?? [];
      const end = head + 4 + Number(length);
      if (length === undefined || this.bytes.length < end) return;
      const message = JSON.parse(this.bytes.subarray(head + 4, end).toString()) as Message;
      this.bytes = this.bytes.subarray(end);
      this.receive(message);
    }
  }

  private receive(message: Message): void {
    const { id, method, result } = message;
    if (method === undefined) {
      if (id !== undefined) this.waiting.get(id)?.(result);
      return;
    }
    const given = this.answer(message);
    if (id !== undefined) this.send({ id, result: given });
  }
}
