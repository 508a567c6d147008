import type { RejectionReason } from '#lib/certificates/rejection.ts';
import { type CountOf, sumOf } from './counts.ts';
import { type Stage, stages } from './stages.ts';

type Registrations = CountOf<'registrations'>[];

export interface Funnel {
  stages: { stage: Stage; reached: number; stopped: number }[];
  withoutPage: number;
}

export function funnelOf(registrations: Registrations): Funnel {
  const having = (fits: (facts: Registrations[number]['facts']) => boolean) =>
    sumOf(registrations.filter(({ facts }) => fits(facts)));
  return {
    // The stage itself happened: who registers through the API opens no page and confirms nothing.
    stages: stages.map((stage) => ({
      stage,
      reached: having(({ reached }) => reached.includes(stage)),
      stopped: having(({ reached, open }) => open && reached.at(-1) === stage),
    })),
    withoutPage: having(({ reached }) => reached.includes('certificate') && !reached.includes('opened')),
  };
}

/** The most frequent first. */
export function rejectionsOf(registrations: Registrations): { reason: RejectionReason; count: number }[] {
  const byReason = Map.groupBy(registrations, ({ facts }) => facts.reason);
  return [...byReason]
    .flatMap(([reason, counts]) => (reason ? { reason, count: sumOf(counts) } : []))
    .toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
}
