const dayMs = 86_400_000;

/** Whole days, counted up; 0 when it has ended. After a pause they are fewer than the notice is for. */
export const daysLeft = (end: Date, now: Date): number =>
  Math.max(0, Math.ceil((end.getTime() - now.getTime()) / dayMs));
