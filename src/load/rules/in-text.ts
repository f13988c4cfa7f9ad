/** How often a part occurs in a text before a position. */
export function countBefore(text: string, part: string, at: number): number {
  let count = 0;
  for (let here = text.indexOf(part); here !== -1 && here < at; here = text.indexOf(part, here + part.length))
    count++;
  return count;
}
