/** Blocks this thread's event loop, by default for good, and leaves the core to others. */
export function standStill(milliseconds = Number.POSITIVE_INFINITY): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
