const firstSeconds = 5;
const doublings = 8;
const thenSeconds = 1_800;
const giveUpAfterMs = 12 * 3_600_000;

/**
 * How long a failed step waits: 5 s, doubling up to 1,280 s, then every 30 minutes; undefined once it has
 * been failing for 12 hours.
 */
export function retryDelayMs(failures: number, failingForMs: number): number | undefined {
  if (failingForMs >= giveUpAfterMs) return undefined;
  return 1_000 * (failures <= doublings ? firstSeconds * 2 ** failures : thenSeconds);
}
