// The chart of docs/performance.md: a bar for each figure and number of campaigns on a logarithmic scale, with a mark at its goal.
import { isMet } from './scale/figures.mjs';

const [WIDTH, LEFT, RIGHT, TOP] = [860, 290, 90, 64];
const [BAR, GAP, LABEL] = [13, 16, 15];
/** The scale, in ratios. */
const [LEAST, MOST] = [0.02, 50];
const TICKS = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];
/** Readable for people who see no red or green, and told apart by the mark beside the value as well. */
const COLORS = { met: '#2166ac', missed: '#b35806', plain: '#8c8c8c' };

export function chart({ once, sizes }) {
  const groups = groupsOf({ once, sizes });
  const parts = [];
  let y = TOP;
  for (const { name, to, bars } of groups) {
    parts.push(text(8, y + LABEL - 4, name, 'name'), text(8, y + 2 * LABEL - 5, `beside: ${to}`, 'small'));
    bars.forEach((bar, at) => parts.push(barOf(bar, y + at * (BAR + 2))));
    y += Math.max(bars.length * (BAR + 2), 2 * LABEL) + GAP;
  }
  const grid = TICKS.map(
    (tick) =>
      `<line x1="${x(tick)}" x2="${x(tick)}" y1="${TOP - 8}" y2="${y - GAP / 2}" stroke="${tick === 1 ? '#555' : '#ddd'}"/>` +
      text(x(tick), TOP - 14, `${tick} ×`, 'tick'),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 8}" width="${WIDTH}" role="img" aria-labelledby="title">
<title id="title">How many times as much each command takes as the least, and its goal; docs/performance.md has the same as a table</title>
<style>text{font:12px system-ui,sans-serif;fill:#1a1a1a}.small{font-size:10px;fill:#555}.tick{font-size:10px;text-anchor:middle;fill:#555}.name{font-weight:600}</style>
<rect width="100%" height="100%" fill="#fff"/>
${legend()}
${[...grid, ...parts].join('\n')}
</svg>
`;
}

function groupsOf({ once, sizes }) {
  const many = sizes[0].figures.map(({ name, to }) => ({
    ...{ name, to },
    bars: sizes.map(({ count, figures }) => ({ count, ...figures.find((one) => one.name === name) })),
  }));
  const single = once.map((one) => ({ name: one.name, to: one.to, bars: [one] }));
  return [...many, ...single];
}

function barOf(bar, y) {
  const color = { true: COLORS.met, false: COLORS.missed }[isMet(bar)] ?? COLORS.plain;
  const mark = { true: ' ✓', false: ' ✗' }[isMet(bar)] ?? '';
  const count = bar.count === undefined ? '' : `${bar.count.toLocaleString('en-US')}: `;
  const end = x(bar.ratio);
  const goal =
    bar.atMost === undefined
      ? ''
      : `<line x1="${x(bar.atMost)}" x2="${x(bar.atMost)}" y1="${y - 2}" y2="${y + BAR + 2}" stroke="#000" stroke-width="2.5"/>`;
  const value = bar.ratio >= 10 ? bar.ratio.toFixed(0) : bar.ratio.toFixed(2);
  return (
    `<rect x="${LEFT}" y="${y}" width="${Math.max(end - LEFT, 1)}" height="${BAR}" fill="${color}"/>${goal}` +
    text(
      Math.max(end, bar.atMost === undefined ? 0 : x(bar.atMost)) + 6,
      y + BAR - 3,
      `${count}${value}${mark}`,
      'small',
    )
  );
}

function legend() {
  const shown = [
    [COLORS.met, 'meets its goal'],
    [COLORS.missed, 'does not'],
    [COLORS.plain, 'has no goal'],
  ];
  const boxes = shown.map(([color, words], at) => {
    const left = LEFT + at * 125;
    return `<rect x="${left}" y="8" width="12" height="12" fill="${color}"/>${text(left + 17, 18, words, 'small')}`;
  });
  const left = LEFT + shown.length * 125;
  return [
    ...boxes,
    `<line x1="${left}" x2="${left}" y1="6" y2="22" stroke="#000" stroke-width="2.5"/>${text(left + 8, 18, 'the goal: at most', 'small')}`,
  ].join('\n');
}

/** Where a ratio is on the scale, in pixels; what is off the scale, at its end. */
function x(ratio) {
  const within = Math.min(Math.max(ratio, LEAST), MOST);
  const share = Math.log(within / LEAST) / Math.log(MOST / LEAST);
  return Number((LEFT + share * (WIDTH - LEFT - RIGHT)).toFixed(1));
}

function text(left, bottom, words, kind) {
  const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${left}" y="${bottom}" class="${kind}">${escaped}</text>`;
}
