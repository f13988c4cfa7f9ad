/**
 * How many times as much processor time a task takes for many things as for few, in user and system time, whatever else
 * the machine does. A task that compares each thing with all others takes the square of `times`.
 */
export function growth(run: (count: number) => void, few: number, times: number): number {
  run(few);
  const [small, large] = [few, few * times].map((count) =>
    Math.min(...[1, 2, 3].map(() => cpuOf(run, count))),
  );
  return (large ?? 0) / Math.max(small ?? 0, SHORTEST_MICROSECONDS);
}

/** A shorter time shows nothing but the start of the task. */
const SHORTEST_MICROSECONDS = 1_000;

function cpuOf(run: (count: number) => void, count: number): number {
  const before = process.cpuUsage();
  run(count);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
