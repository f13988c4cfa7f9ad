import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitEnvironment } from '../../src/app/opening/git-environment.ts';
import type { RunGit } from '../../src/git/git.ts';
import { runGit } from '../../src/git/run-git.ts';
import type { Configuration } from '../../src/model/workspace.ts';
import { afterTest, temporaryFolder } from '../support/cleanup.ts';
import { runSync } from '../support/e2e/shell.ts';
import { basic, startGitServer } from '../support/github/git-server.ts';

// Every kind of git command that the program runs, in every kind of environment that people give it: what comes out must
// be what git itself does as a plain child process, and origin must have the same refs.

const { PATH = '' } = process.env;
const PLAIN = { PATH, HOME: '/nowhere', GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C.UTF-8' };
const TOKEN = 'a-token';
const NOBODY = 'Ada <ada@example.com> 1700000000 +0000';
const NO_WORKSPACES = { workspaces: new Map() } as Pick<Configuration, 'workspaces'> as Configuration;

/** git as Node starts it. */
const plainGit: RunGit = (args, { input, ...options }) =>
  new Promise((resolve, reject) => {
    const child = spawn('git', args, options);
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code: code ?? 'signal', out: Buffer.concat(out), err: Buffer.concat(err) });
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });

/** A clone, an origin, and the commits on main, which are the same in every copy. */
interface Place {
  readonly folder: string;
  readonly clone: string;
  readonly origin: string;
  readonly first: string;
  readonly second: string;
}

function git(cwd: string, ...args: string[]): string {
  const date = '1700000000 +0000';
  const who = { NAME: 'Ada', EMAIL: 'ada@example.com', DATE: date };
  const names = ['AUTHOR', 'COMMITTER'].flatMap((role) =>
    Object.entries(who).map(([part, value]) => [`GIT_${role}_${part}`, value]),
  );
  const env = { ...PLAIN, ...(Object.fromEntries(names) as Record<string, string>) };
  const { code, out, err } = runSync({ command: 'git', args, cwd, env });
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${err.toString()}`);
  return out.toString().trim();
}

function makePlace(): Place {
  const folder = temporaryFolder();
  const [clone, origin] = [join(folder, 'clone'), join(folder, 'origin.git')];
  git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', '--template=', origin);
  git(folder, 'init', '--quiet', '--initial-branch=main', '--template=', clone);
  mkdirSync(join(clone, 'campaigns'));
  writeFileSync(join(clone, 'campaigns/a "quoted"\tname.yaml'), 'key: odd\n');
  writeFileSync(join(clone, 'campaigns/bytes.bin'), Buffer.from([0, 255, 254, 10, 0, 128]));
  writeFileSync(join(clone, '.gitignore'), 'ignored/\n');
  git(clone, 'add', '--all');
  git(clone, 'commit', '--quiet', '--message', 'One\n\nCampaign: odd');
  const first = git(clone, 'rev-parse', 'HEAD');
  writeFileSync(join(clone, 'campaigns/large.yaml'), 'x'.repeat(300_000));
  git(clone, 'add', '--all');
  git(clone, 'commit', '--quiet', '--message', 'Two');
  const second = git(clone, 'rev-parse', 'HEAD');
  git(clone, 'remote', 'add', 'origin', origin);
  git(clone, 'push', '--quiet', 'origin', 'main');
  mkdirSync(join(clone, 'ignored'));
  writeFileSync(join(clone, 'ignored/file'), '');
  writeFileSync(join(clone, 'campaigns/new.yaml'), 'key: new\n');
  return { folder, clone, origin, first, second };
}

/** Arguments, and what the command reads. */
type Command = readonly [args: readonly string[], input?: string];

/** The commands of src/git and src/state that only read this clone. */
function readingCommands({ first, second }: Place): readonly Command[] {
  const blobs = [`${first}:campaigns/bytes.bin`, `${second}:campaigns/large.yaml`, 'no-such-object'];
  const zero = '0'.repeat(40);
  const paths = ['campaigns', ':(top)x', '*'];
  return [
    [['version']],
    [['rev-parse', '--show-toplevel', '--git-path', 'shallow', '--revs-only', 'HEAD']],
    [['rev-parse', '--git-dir', '--git-common-dir']],
    [['rev-parse', '--is-shallow-repository']],
    [['rev-parse', '--verify', '--quiet', '--end-of-options', 'main^{commit}']],
    [['rev-parse', '--verify', '--quiet', '--end-of-options', '--gone^{commit}']],
    [['remote']],
    [['-c', 'user.useConfigOnly=true', 'var', 'GIT_AUTHOR_IDENT']],
    [['config', '--get', 'user.email']],
    [['config', '--null', '--get-regexp', '^http\\.(.*\\.)?extraheader$']],
    [['symbolic-ref', '--quiet', 'HEAD']],
    [['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']],
    [['for-each-ref', '--format=%(refname)', 'refs/heads/main', 'refs/remotes/origin/main']],
    [['show-ref', '--verify', '--hash', 'refs/heads/main']],
    [['show-ref', '--verify', '--hash', STATE]],
    [['status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames', '--', ...paths]],
    [['ls-files', '-v', '-z', '--', ...paths]],
    [['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z']],
    [['--no-optional-locks', 'ls-files', '--others', '--exclude-standard', '-z']],
    [['ls-files', '-z']],
    [['ls-tree', '-r', '-z', 'HEAD', '--', 'campaigns/bytes.bin']],
    [['ls-tree', '-r', '-z', '--full-tree', second]],
    [['hash-object', '--', 'campaigns/bytes.bin']],
    [['merge-base', first, 'HEAD']],
    [['--no-optional-locks', 'diff', '--name-only', '--no-renames', '--no-relative', '-z', first, '--']],
    [
      [
        '--no-optional-locks',
        'diff',
        '--name-status',
        '--find-renames',
        '--diff-filter=R',
        '-l0',
        '-z',
        first,
        '--',
      ],
    ],
    [['diff-tree', '-r', '-z', '--name-only', '--no-renames', first, 'HEAD']],
    [['diff-tree', '-r', '-z', '--name-only', '--no-renames', '--no-commit-id', '--root', first]],
    [['log', '-z', '--no-renames', '--name-only', '--format=%x01%H%x02%an', 'HEAD', '--', 'campaigns']],
    [['log', '-1', '--format=%ct%x1f%an%x1f%s', second]],
    [['log', '--follow', '--format=%H', '-100', 'HEAD', '--', 'campaigns/large.yaml']],
    [
      ['log', '--no-walk=unsorted', '--ignore-missing', '--format=%H%x1f%s', '--stdin'],
      `${first}\n${zero}\n`,
    ],
    [['-c', 'trailer.separators=:', 'log', '--format=%(trailers:key=Campaign)', 'HEAD']],
    [['rev-list', '--topo-order', 'HEAD']],
    [['rev-list', '--count', `${first}^{commit}`, `^${second}^{commit}`]],
    [['rev-list', '--parents', '-1', second]],
    [['rev-list', '--max-parents=0', second]],
    [['cat-file', '-e', `${second}^{commit}`]],
    [['cat-file', '-e', `${zero}^{commit}`]],
    [['cat-file', 'commit', first]],
    [['cat-file', 'blob', `${first}:campaigns/bytes.bin`]],
    [['cat-file', '--batch'], `${blobs.join('\n')}\n`],
    [['cat-file', '--batch']],
    [
      ['--no-literal-pathspecs', 'check-ignore', '--verbose', '-z', '--stdin'],
      './ignored/file\0./campaigns\0',
    ],
    [['--no-literal-pathspecs', 'check-ignore', '--verbose', '-z', '--stdin'], './campaigns\0'],
  ];
}

/** The commands that write or ask origin, in an order in which each has something to do. */
function otherCommands({ first, second }: Place): readonly Command[] {
  const lease = 'refs/campaigns/lease/local';
  const push = (to: string, from = '') => [
    'push',
    '--quiet',
    '--no-verify',
    `--force-with-lease=${to}:${from}`,
    'origin',
  ];
  const quietly = ['--quiet', '--no-write-fetch-head', '--no-tags', '--no-auto-gc', '--refmap='];
  return [
    [['remote']],
    [['config', '--null', '--get-regexp', '^http\\.(.*\\.)?extraheader$']],
    [['hash-object', '-w', '-t', 'tree', '--stdin']],
    [['hash-object', '-w', '-t', 'commit', '--stdin'], leaseCommit(1)],
    [['hash-object', '-w', '-t', 'commit', '--stdin'], leaseCommit(2)],
    [['ls-remote', '--symref', 'origin', 'HEAD', 'refs/heads/main', 'refs/heads/master']],
    [['ls-remote', 'origin', lease]],
    [[...push(lease), `${LEASES[0]}:${lease}`]],
    // Another run was first.
    [[...push(lease), `${LEASES[1]}:${lease}`]],
    [[...push(lease, LEASES[0]), `${LEASES[1]}:${lease}`]],
    [['fast-import', '--quiet', '--force'], importing('refs/campaigns/staging/local', first)],
    [['update-ref', '--stdin'], `start\ncreate ${STATE} ${first}\nprepare\ncommit\n`],
    [['update-ref', '--stdin'], `start\ncreate ${STATE} ${second}\nprepare\ncommit\n`],
    [[...push(STATE), `refs/campaigns/staging/local:${STATE}`]],
    [['fetch', ...quietly, 'origin', STATE]],
    [['fetch', ...quietly, 'origin', second]],
    [['fetch', ...quietly, 'origin', 'refs/heads/gone']],
    [['fetch', '--unshallow', ...quietly, 'origin', second]],
    [['update-ref', '--stdin'], 'start\ndelete refs/campaigns/staging/local\nprepare\ncommit\n'],
    [[...push(lease, LEASES[1]), `:${lease}`]],
    [['no-such-command']],
  ];
}

const STATE = 'refs/heads/campaigns-state/local';
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
/** What `hash-object` calls the commits of `leaseCommit`. */
const LEASES = [
  '295f6d0f9c0fec6f3aca65d9e7dcd1001b489c95',
  'baec1470c17e411da524ae0397b7fe3789794dd1',
] as const;

function leaseCommit(term: number): string {
  return `tree ${EMPTY_TREE}\nauthor ${NOBODY}\ncommitter ${NOBODY}\n\nlease ${term}\n`;
}

function importing(ref: string, from: string): string {
  const [message, text] = ['State\n', '{"key":"ä"}\n'];
  return `feature done\ncommit ${ref}\nmark :1\nauthor ${NOBODY}\ncommitter ${NOBODY}\ndata ${message.length}\n${message}\nfrom ${from}\nM 100644 inline campaigns/a.json\ndata ${Buffer.byteLength(text)}\n${text}\n\nget-mark :1\ndone\n`;
}

/** What an environment needs in the folder of a place, and the address that origin gets. */
interface Prepared {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly url?: string;
  /** Whether no command can push, although each says the same as git does. */
  readonly refused?: true;
}

type Prepare = (place: Place) => Promise<Prepared> | Prepared;

function script(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Runs what ssh is asked to run here. */
const SSH = 'echo ssh >&2\nfor command; do :; done\nexec sh -c "$command"';
const behindServer = async ({ origin }: Place) =>
  `${(await startGitServer({ directory: origin, token: TOKEN })).url}/origin.git`;

const ENVIRONMENTS: Readonly<Record<string, Prepare>> = {
  'nothing special': () => ({ env: {} }),
  GIT_SSH_COMMAND: ({ folder, origin }) => ({
    env: { GIT_SSH_COMMAND: `'${script(folder, 'ssh', SSH)}' -o BatchMode=yes` },
    url: `ssh://host${origin}`,
  }),
  'GIT_SSH and SSH_ASKPASS': ({ folder, origin }) => ({
    env: {
      GIT_SSH: script(folder, 'ssh', SSH),
      GIT_SSH_VARIANT: 'simple',
      SSH_ASKPASS: '/bin/false',
      SSH_AUTH_SOCK: '/x',
    },
    url: `ssh://host${origin}`,
  }),
  GIT_ASKPASS: async (place) => ({
    env: {
      GIT_ASKPASS: script(
        place.folder,
        'ask',
        `case "$1" in User*) echo x-access-token;; *) echo ${TOKEN};; esac`,
      ),
      GIT_TERMINAL_PROMPT: '0',
    },
    url: await behindServer(place),
  }),
  "the job's token": async (place) => ({
    env: {
      GIT_TERMINAL_PROMPT: '0',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'http.extraheader',
      GIT_CONFIG_VALUE_0: `AUTHORIZATION: ${basic(TOKEN)}`,
    },
    url: await behindServer(place),
  }),
  'a server that gets no credential': async (place) => ({
    refused: true,
    env: { GIT_TERMINAL_PROMPT: '0' },
    url: await behindServer(place),
  }),
  'a proxy': async (place) => {
    const url = await behindServer(place);
    return {
      env: {
        http_proxy: await startProxy(url),
        GIT_TERMINAL_PROMPT: '0',
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'http.extraheader',
        GIT_CONFIG_VALUE_0: `AUTHORIZATION: ${basic(TOKEN)}`,
      },
      url: 'http://git.example/origin.git',
    };
  },
  GIT_CONFIG_GLOBAL: ({ folder, origin }) => {
    const file = join(folder, 'settings');
    writeFileSync(file, `[url "${origin}"]\n\tinsteadOf = shop:origin\n[user]\n\temail = bea@example.com\n`);
    return { env: { GIT_CONFIG_GLOBAL: file }, url: 'shop:origin' };
  },
  'settings that could run a program': async (place) => ({
    env: {
      GIT_TERMINAL_PROMPT: '0',
      GIT_CONFIG_PARAMETERS: `'user.name'='It'\\''s Bea'`,
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'credential.helper',
      GIT_CONFIG_VALUE_0: `!f() { echo username=x-access-token; echo 'password=${TOKEN}'; }; f`,
      GIT_CONFIG_KEY_1: `url.${await behindServer(place)}.insteadOf`,
      GIT_CONFIG_VALUE_1: 'shop:origin',
    },
    url: 'shop:origin',
  }),
  'programs that git is not to start': () => {
    const names = [
      'EDITOR',
      'VISUAL',
      'PAGER',
      'PREFIX',
      'editor',
      'GIT_EDITOR',
      'GIT_SEQUENCE_EDITOR',
      'GIT_PAGER',
    ];
    const others = ['GIT_EXTERNAL_DIFF', 'GIT_TEMPLATE_DIR', 'GIT_EXEC_PATH', 'GIT_PROXY_COMMAND'];
    return { env: Object.fromEntries([...names, ...others].map((name) => [name, '/bin/false'])) };
  },
  'another repository, and another language': () => ({
    env: {
      GIT_DIR: '/x',
      GIT_WORK_TREE: '/x',
      GIT_INDEX_FILE: '/x',
      LC_ALL: 'C',
      LANGUAGE: 'de',
      PAGER: undefined,
    },
  }),
  'settings that are not valid': () => ({
    refused: true,
    env: { GIT_CONFIG_COUNT: '2', GIT_CONFIG_KEY_0: 'user.name' },
  }),
};

/** A proxy that answers for a host that doesn't exist. */
async function startProxy(to: string): Promise<string> {
  const { port } = new URL(to);
  const server = createServer((incoming, outgoing) => {
    const { pathname, search } = new URL(incoming.url ?? '');
    const { method, headers } = incoming;
    const passed = request({ port, method, headers, path: pathname + search }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterTest(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What a run of all commands showed, without the names of its own folders and servers. */
async function results(
  run: RunGit,
  template: Place,
  {
    prepare,
    commands,
  }: { readonly prepare: Prepare; readonly commands: (place: Place) => readonly Command[] },
) {
  const folder = temporaryFolder();
  cpSync(template.folder, folder, { recursive: true });
  const place = { ...template, folder, clone: join(folder, 'clone'), origin: join(folder, 'origin.git') };
  const { env, url = place.origin, refused = false } = await prepare(place);
  const config = join(place.clone, '.git/config');
  writeFileSync(config, readFileSync(config, 'utf8').replaceAll(template.origin, url));
  const shown = (bytes: Buffer) =>
    bytes
      .toString('latin1')
      .replaceAll(folder, 'FOLDER')
      .replace(/127\.0\.0\.1:\d+/g, 'SERVER');
  const environment = gitEnvironment({ ...PLAIN, ...env }, NO_WORKSPACES);
  const list: unknown[] = [];
  for (const [args, input = ''] of commands(place)) {
    const options = { cwd: place.clone, env: environment, input, timeout: 60_000 };
    const { code, out, err } = await run(['--literal-pathspecs', ...args], options);
    list.push({ args, code, out: shown(out), err: shown(err) });
  }
  const refs = git(place.origin, 'for-each-ref');
  expect(refs.includes(STATE)).toBe(!refused);
  return { list, refs, here: git(place.clone, 'for-each-ref') };
}

async function compare(prepare: Prepare, commands: (place: Place) => readonly Command[]): Promise<void> {
  const template = makePlace();
  const [ours, gits] = await Promise.all([
    results(runGit, template, { prepare, commands }),
    results(plainGit, template, { prepare, commands }),
  ]);
  expect(ours).toEqual(gits);
}

test('a command that reads does what git does', () =>
  compare(() => ({ env: {}, refused: true }), readingCommands));

test.each(Object.entries(ENVIRONMENTS))('a command that writes or asks origin does, with %s', (_, prepare) =>
  compare(prepare, otherCommands),
);
