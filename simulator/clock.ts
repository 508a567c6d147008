export type Clock = { now(): Date; shift(offsetSeconds: number): void };

/** Current time of the simulator: the machine's clock plus the offset set at `/control/clock`. */
export function createClock(): Clock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    shift: (offsetSeconds) => {
      offsetMs = offsetSeconds * 1000;
    },
  };
}

/** Argentina has no daylight saving time, so local time is a constant offset. */
export function argentineIso(date: Date): string {
  return `${new Date(date.getTime() - 3 * 3_600_000).toISOString().slice(0, -1)}-03:00`;
}
