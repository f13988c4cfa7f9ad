// Takes the pictures in docs/ of texts that a test keeps what the action really writes: comment.png of
// test/e2e/shown-comment.md, and so on.
// Needs Chromium (CHROMIUM names another program than `chromium`), the Liberation fonts and one with colored emoji (Debian:
// chromium, fonts-liberation, fonts-noto-color-emoji):
//   npm run picture
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { commentPage } from './comment-page.mjs';

/** The texts, what is above each of them on GitHub, and the block that is expanded. */
const TEXTS = [
  { name: 'comment', event: 'commented', open: 'promo/gift-guide-email' },
  { name: 'result', event: 'commented', open: undefined },
  { name: 'drift', event: 'opened this issue', open: 'promo/gift-guide-email' },
];
const WIDTH = 940;

const folder = mkdtempSync(join(tmpdir(), 'campaigns-picture-'));
try {
  for (const text of TEXTS) takePicture(text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function takePicture({ name, ...look }) {
  const inRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
  const markdown = readFileSync(inRoot(`test/e2e/shown-${name}.md`), 'utf8');
  const [page, shot] = [join(folder, `${name}.html`), join(folder, `${name}.png`)];
  writeFileSync(page, commentPage(markdown, { ...look, width: WIDTH }));
  const [, height] = /data-height="(\d+)"/.exec(chromium(page, 2000, '--dump-dom')) ?? [];
  if (height === undefined) throw new Error('Chromium did not say how high the page is');
  chromium(page, height, `--screenshot=${shot}`);
  // The picture names its text by digest, so that a test can detect an outdated picture.
  const digest = createHash('sha256').update(markdown).digest('hex');
  writeFileSync(
    inRoot(`docs/${name}.png`),
    withRemark(readFileSync(shot), `sha256 of ${name}.md: ${digest}`),
  );
}

/** Adds a text chunk before the last chunk of a PNG, which has 12 bytes. */
function withRemark(png, remark) {
  const chunk = Buffer.from(`tEXtComment\0${remark}`, 'latin1');
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(chunk.length - 4);
  sum.writeUInt32BE(crc32(chunk));
  return Buffer.concat([png.subarray(0, -12), length, chunk, sum, png.subarray(-12)]);
}

function chromium(page, height, action) {
  const usual = ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--disable-lcd-text'];
  const size = ['--force-device-scale-factor=2', `--window-size=${WIDTH},${height}`];
  const { status, error, stdout, stderr } = spawnSync(
    process.env.CHROMIUM ?? 'chromium',
    [...usual, ...size, `--user-data-dir=${folder}/profile`, action, `file://${page}`],
    { encoding: 'utf8' },
  );
  if (error || status !== 0) throw new Error(`Chromium failed: ${error?.message ?? stderr}`);
  return stdout;
}
