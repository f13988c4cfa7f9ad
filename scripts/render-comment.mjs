// Takes the pictures in docs/ of texts that tests keep equal to what the program writes: comment.png of
// test/e2e/shown-comment.md, terminal.png of a golden case, and so on. docs/pictures.sha256 says which texts they show, so
// that a test can detect an outdated picture.
// Needs Chromium (CHROMIUM names another program than /usr/bin/chromium), the Liberation fonts and one with colored
// emoji (Debian: chromium, fonts-liberation, fonts-noto-color-emoji):
//   npm run picture
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Marked } from 'marked';
import { chromium } from 'playwright-core';

/** The texts, what GitHub shows above each of them, and the block that is expanded. */
const TEXTS = [
  { name: 'comment', event: 'commented', open: 'promo/gift-guide-email' },
  { name: 'result', event: 'commented', open: undefined },
  { name: 'drift', event: 'opened this issue', open: 'promo/gift-guide-email' },
  { name: 'terminal', source: 'test/cases/001-readme/plan.txt' },
  { name: 'report', source: 'test/e2e/shown-report.html', height: 1120 },
];

/** Renders the same on every machine with these fonts. Colors and sizes are our own. */
const STYLE = `
* { box-sizing: border-box; }
body { margin: 0; padding: 16px; width: 940px; background: #fff;
  font: 14px/1.5 'Liberation Sans', Arial, sans-serif; color: #1f2328; }
article { border: 1px solid #d0d7de; border-radius: 6px; }
article > div { padding: 8px 16px 12px; }
header { padding: 8px 16px; background: #f6f8fa; border-bottom: 1px solid #d0d7de; border-radius: 6px 6px 0 0;
  color: #59636e; }
header b { color: #1f2328; }
header i { font-style: normal; font-size: 12px; border: 1px solid #d0d7de; border-radius: 1em; padding: 0 6px; }
h3 { font-size: 17.5px; margin: 8px 0 8px; }
p { margin: 0 0 12px; }
a { color: #0969da; text-decoration: none; }
table { border-collapse: collapse; margin: 0 0 12px; font-size: 13px; }
th, td { border: 1px solid #d0d7de; padding: 5px 10px; text-align: left; vertical-align: top; }
td a { white-space: nowrap; }
code { font: 12px/1.4 'Liberation Mono', monospace; background: #eff1f3; border-radius: 4px; padding: 2px 5px; }
details { margin: 0 0 8px; }
pre { background: #f6f8fa; border-radius: 6px; padding: 10px 12px; margin: 6px 0 8px;
  font: 12px/1.5 'Liberation Mono', monospace; }
pre span { display: block; margin: 0 -12px; padding: 0 12px; white-space: pre-wrap; }
pre .plus { background: #dafbe1; color: #116329; }
pre .minus { background: #ffebe9; color: #82071e; }
sub { font-size: 11.5px; vertical-align: baseline; color: #59636e; }
`;

/** GitHub keeps the line breaks of comments, and colors the lines of a difference. */
const markdown = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    code: ({ text }) => `<pre>${text.split('\n').map(differenceLine).join('')}</pre>\n`,
  },
});

function differenceLine(line) {
  const kind = { '+': 'plus', '-': 'minus' }[line[0]] ?? '';
  return `<span class="${kind}">${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</span>`;
}

/** The colors of the signs, as in src/render/text/rows-text.ts. */
const SIGNS = {
  '!': '#e3b341',
  '~': '#3fb950',
  '+': '#3fb950',
  '»': '#3fb950',
  '▸': '#3fb950',
  '-': '#ff7b72',
};

function terminalOf(text) {
  const shown = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const lines = `$ campaigns plan\n${shown}`.replaceAll(
    /^( +)([!~+»▸-])(?= )/gm,
    (_, space, sign) => `${space}<b style="color: ${SIGNS[sign]}">${sign}</b>`,
  );
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}
pre { background: #0d1117; color: #e6edf3; padding: 16px 20px; margin: 0; }</style><pre>${lines}</pre>`;
}

function pageOf(text, { event, open, height }) {
  if (height !== undefined) return text;
  if (event === undefined) return terminalOf(text);
  const body = markdown.parse(text).replace(`<details><summary>${open}`, `<details open><summary>${open}`);
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style>
<article><header><b>github-actions</b> <i>bot</i> ${event}</header><div>${body}</div></article>`;
}

const inRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-lcd-text'],
});
try {
  const page = await browser.newPage({ deviceScaleFactor: 1.5, viewport: { width: 940, height: 600 } });
  const digests = [];
  for (const { name, source = `test/e2e/shown-${name}.md`, ...look } of TEXTS) {
    const text = readFileSync(inRoot(source), 'utf8');
    await page.setContent(pageOf(text, look));
    const path = inRoot(`docs/${name}.png`);
    if (look.height !== undefined) {
      await page.setViewportSize({ width: 940, height: look.height });
      for (const name of ['onboarding/welcome-email', 'promo/gift-guide-email'])
        await page.locator('summary', { hasText: name }).first().click();
      await page.locator('iframe:visible').first().contentFrame().locator('body').waitFor();
      await page.waitForTimeout(500);
      await page.screenshot({ path });
    } else await page.locator('body').screenshot({ path });
    digests.push(`${createHash('sha256').update(text).digest('hex')}  ${source}\n`);
  }
  writeFileSync(inRoot('docs/pictures.sha256'), digests.join(''));
} finally {
  await browser.close();
}
