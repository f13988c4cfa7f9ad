/**
 * One figure: how many times as much a program takes as one that does the least, both measured in the same run. The ratio is
 * that of processor time, which other programs on the machine change little; `elapsed` is that of the time that passes.
 * `atMost` and `mebibytesAtMost` are goals.
 */
export function figure(name, [one, other], { to, atMost, mebibytesAtMost }) {
  return {
    ...{ name, to, atMost, mebibytesAtMost },
    ratio: one.processor / other.processor,
    elapsed: one.seconds / other.seconds,
    ...{ seconds: one.seconds, processor: one.processor, mebibytes: one.mebibytes },
  };
}

/** The largest memory of any command, and by how much it grows from one number of campaigns to ten times as many. */
export function memoryFigures(sizes) {
  return sizes.flatMap(({ count, figures }) => {
    const peak = peakOf(figures);
    const tenth = sizes.find((other) => other.count * 10 === count);
    const goal = count >= 10_000 ? { mebibytesAtMost: 350 } : {};
    return [
      { name: 'P7 peak memory', count, mebibytes: peak, ...goal },
      ...(tenth === undefined
        ? []
        : [
            {
              name: 'P7 growth of memory',
              count,
              to: `${tenth.count} campaigns`,
              ratio: peak / peakOf(tenth.figures),
              atMost: 5,
            },
          ]),
    ];
  });
}

function peakOf(figures) {
  return Math.max(...figures.map(({ mebibytes }) => mebibytes));
}

/** Whether a figure meets its goals; nothing if it has none. */
export function isMet({ ratio, atMost, mebibytes, mebibytesAtMost }) {
  if (atMost === undefined && mebibytesAtMost === undefined) return undefined;
  return (
    (atMost === undefined || ratio <= atMost) &&
    (mebibytesAtMost === undefined || mebibytes <= mebibytesAtMost)
  );
}
