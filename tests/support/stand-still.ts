/** Holds this thread's loop, for good unless told for how long, and leaves the core to others. */
export function standStill(milliseconds = Number.POSITIVE_INFINITY): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
