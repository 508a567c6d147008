import { existsSync, readFileSync } from 'node:fs';
import { type Load, requestsPerSecond } from './load.ts';
import type { Row } from './report.ts';
import { amount, inTurns, median, medianRatio } from './rounds.ts';
import type { Server } from './servers.ts';

export type Target = { server: Server; load: Omit<Load, 'seconds'> };

export interface Throughput {
  perSecond: number[];
  /** The server's processor time per answer; empty if the system does not report it. */
  cpuMs: number[];
}

/** Warms up the targets, then measures answers per second of each target in turn, for some rounds. */
export async function throughputsOf(
  targets: Record<string, Target>,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Map<string, Throughput>> {
  const names = Object.keys(targets);
  const throughputs = new Map(
    names.map((name): [string, Throughput] => [name, { perSecond: [], cpuMs: [] }]),
  );
  const measure = async (name: string, target: Target) => {
    const before = cpuMsOf(target.server.pid);
    const perSecond = await requestsPerSecond({ ...target.load, seconds });
    const spent = cpuMsOf(target.server.pid) - before;
    if (!Number.isNaN(spent)) throughputs.get(name)?.cpuMs.push(spent / (perSecond * seconds));
    return perSecond;
  };
  for (let warmUp = 0; warmUp < amount(2, 0); warmUp += 1) {
    for (const { load } of Object.values(targets)) await requestsPerSecond({ ...load, seconds: 1 });
  }
  const contestants = Object.entries(targets).map(([name, target]) => [name, () => measure(name, target)]);
  const measured = await inTurns<string>(rounds, Object.fromEntries(contestants));
  for (const [name, throughput] of throughputs) throughput.perSecond = measured[name] ?? [];
  return throughputs;
}

export function throughputRow(
  what: string,
  measured: Throughput | undefined,
  reference: Throughput | undefined,
  min: number,
): Row {
  if (!measured || !reference) throw new Error(`${what} was not measured.`);
  const ratio = medianRatio(measured.perSecond, reference.perSecond);
  return {
    what,
    measured: figures(measured),
    reference: figures(reference),
    ratio,
    aim: `>= ${min.toFixed(2)}`,
    met: ratio >= min,
  };
}

function figures({ perSecond, cpuMs }: Throughput): string {
  const rate = `${median(perSecond).toFixed(0)} /s`;
  return cpuMs.length > 0 ? `${rate}, ${median(cpuMs).toFixed(2)} ms CPU` : rate;
}

/** User and system time of a process, which Linux counts in hundredths of a second (proc(5), `stat`, fields 14, 15). */
export function cpuMsOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
