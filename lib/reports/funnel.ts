import type { RejectionReason } from '#lib/certificates/rejection.ts';
import { type CountOf, sumOf } from './counts.ts';
import { type Stage, stages } from './stages.ts';

type Registrations = CountOf<'registrations'>[];

export interface Funnel {
  /** Of those who come by their link. */
  stages: { stage: Stage; reached: number; stopped: number }[];
  /** Whose certificate came through the API: they do none of the steps before it. */
  throughApi: { uploaded: number; completed: number };
}

export function funnelOf(registrations: Registrations): Funnel {
  const { api = [], link = [] } = Object.groupBy(registrations, ({ facts }) =>
    isThroughApi(facts) ? 'api' : 'link',
  );
  const reaching = (counts: Registrations, stage: Stage) =>
    sumOf(counts.filter(({ facts }) => facts.reached.includes(stage)));
  return {
    stages: stages.map((stage) => ({
      stage,
      reached: reaching(link, stage),
      stopped: sumOf(link.filter(({ facts: { reached, open } }) => open && reached.at(-1) === stage)),
    })),
    throughApi: { uploaded: sumOf(api), completed: reaching(api, 'completed') },
  };
}

/** The link was not opened, and yet a certificate was taken or refused. A renewal has no stages. */
const isThroughApi = ({ reached, reason }: Registrations[number]['facts']) =>
  reached.includes('sent') &&
  !reached.includes('opened') &&
  (reached.includes('certificate') || reason !== undefined);

/** The most frequent first. */
export function rejectionsOf(registrations: Registrations): { reason: RejectionReason; count: number }[] {
  const byReason = Map.groupBy(registrations, ({ facts }) => facts.reason);
  return [...byReason]
    .flatMap(([reason, counts]) => (reason ? { reason, count: sumOf(counts) } : []))
    .toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
}
