import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { ROOT } from './e2e/built-program.ts';
import { portOf } from './e2e/port.ts';

interface LockedPackage {
  readonly version: string;
  readonly dev?: boolean;
}

/** The folders of node_modules that a user's install has, too, by name: two for a package in two versions. */
const FOLDERS = foldersByName();

/**
 * An npm registry on this machine, until the end of the test. It has the packages that package-lock.json lists for
 * users, as they are installed here, and no other: whatever else an install asks for is not found.
 */
export async function startRegistry(): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const [path = '', version] = decodeURIComponent(url.slice(1)).split('?version=');
    const folders = FOLDERS.get(path) ?? [];
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    if (folders.length === 0) response.writeHead(404).end('{}');
    else if (version === undefined) response.end(JSON.stringify(packument(folders, `${host}/${path}`)));
    else sendArchive(folders.find((folder) => manifestIn(folder).version === version) ?? '', response);
  });
  return `http://127.0.0.1:${await portOf(server)}/`;
}

function foldersByName(): ReadonlyMap<string, readonly string[]> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const folders = new Map<string, string[]>();
  for (const [folder, { dev = false }] of Object.entries(packages)) {
    if (folder === '' || dev) continue;
    const [name = ''] = folder.split('node_modules/').slice(-1);
    folders.set(name, [...(folders.get(name) ?? []), folder]);
  }
  return folders;
}

function manifestIn(folder: string): { readonly version: string } {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as { version: string };
}

/** What a registry says about a package. */
function packument(folders: readonly string[], url: string): object {
  const versions = folders.map(manifestIn).map((manifest) => ({
    ...manifest,
    dist: { tarball: `${url}?version=${manifest.version}` },
  }));
  return {
    name: folders[0]?.split('node_modules/').at(-1),
    'dist-tags': { latest: versions[0]?.version },
    versions: Object.fromEntries(versions.map((one) => [one.version, one])),
  };
}

/** The files of a package below one folder, whose name npm ignores. Packages inside are served by themselves. */
function sendArchive(folder: string, response: ServerResponse): void {
  const from = join(ROOT, folder);
  const args = ['-cf', '-', '--exclude', 'node_modules', '-C', dirname(from), basename(from)];
  spawn('tar', args, { stdio: ['ignore', 'pipe', 'inherit'] }).stdout.pipe(response);
}
