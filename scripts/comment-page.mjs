// Converts the Markdown of one comment to a page that looks like on GitHub. Supports only what our comments contain.

/** An HTML page that knows its own height. Blocks whose summary starts with `open` are expanded. */
export function commentPage(markdown, { event, open, width }) {
  return `<!doctype html><meta charset="utf-8"><style>${STYLE} body { width: ${width}px; }</style>
<article><header><b>github-actions</b> <i>bot</i> ${event}</header><div>${blocks(markdown, open)}</div></article>
<script>
  const { bottom } = document.querySelector('article').getBoundingClientRect();
  document.documentElement.dataset.height = Math.ceil(bottom) + 16;
</script>`;
}

/** Renders the same on every machine with these fonts. Colors and sizes are our own. */
const STYLE = `
* { box-sizing: border-box; }
body { margin: 0; padding: 16px; background: #fff;
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
th { background: #fff; }
td a { white-space: nowrap; }
code { font: 12px/1.4 'Liberation Mono', monospace; background: #eff1f3; border-radius: 4px; padding: 2px 5px; }
details { margin: 0 0 8px; }
pre { background: #f6f8fa; border-radius: 6px; padding: 10px 12px; margin: 6px 0 8px;
  font: 12px/1.5 'Liberation Mono', monospace; }
pre span { display: block; margin: 0 -12px; padding: 0 12px; }
pre .plus { background: #dafbe1; color: #116329; }
pre .minus { background: #ffebe9; color: #82071e; }
sub { font-size: 11.5px; vertical-align: baseline; color: #59636e; }
`;

function blocks(markdown, open) {
  return markdown
    .replaceAll(/^```diff\n([\s\S]*?)^```$/gm, (_, text) => `${difference(text).replaceAll('\n', '')}\n`)
    .split(/\n{2,}/)
    .map((block) => blockOf(block.trim(), open))
    .join('\n');
}

function blockOf(block, open) {
  const [, level, title, rest] = /^(#{1,6}) (.*)\n?([\s\S]*)$/.exec(block) ?? [];
  if (level)
    return `<h${level.length}>${words(title)}</h${level.length}>${rest ? `<p>${words(rest)}</p>` : ''}`;
  if (block.startsWith('|')) return table(block);
  if (open !== undefined && block.startsWith(`<details><summary>${open}`))
    return block.replace('<details>', '<details open>');
  return /^<\/?(details|pre)/.test(block) ? block : `<p>${words(block)}</p>`;
}

function table(block) {
  const [head, , ...rows] = block.split('\n').map((line) => line.slice(1, -1).split(/(?<!\\)\|/));
  const row = (cells, tag) =>
    `<tr>${cells.map((cell) => `<${tag}>${words(cell.trim())}</${tag}>`).join('')}</tr>`;
  return `<table>${row(head, 'th')}${rows.map((cells) => row(cells, 'td')).join('')}</table>`;
}

function difference(text) {
  const kinds = { '+': 'plus', '-': 'minus' };
  const lines = text.trimEnd().split('\n');
  const escaped = (line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<pre>${lines.map((line) => `<span class="${kinds[line[0]] ?? ''}">${escaped(line)}</span>`).join('')}</pre>`;
}

function words(text) {
  return text
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*(.+?)\*\*/g, '<b>$1</b>')
    .replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
}
