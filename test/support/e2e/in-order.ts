import { expect } from 'vitest';

/** Expects all these texts, in this order. */
export function expectInOrder(text: string, landmarks: readonly string[]): void {
  let from = 0;
  for (const landmark of landmarks) {
    const at = text.indexOf(landmark, from);
    expect(at, landmark).toBeGreaterThanOrEqual(0);
    from = at + landmark.length;
  }
}
