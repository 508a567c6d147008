import { isEnvironment } from '../environment.ts';
import { readJson } from '../http/body.ts';
import { type Answer, type Incoming, jsonAnswer, notFound } from '../http/exchange.ts';
import { Refusal } from '../refusal.ts';
import { resetSimulation, type Simulation } from '../simulation.ts';
import { type Fault, faultKinds, faultTargets } from './faults.ts';
import { announceEvent, listVouchers, setIssuerProblem } from './invoicing.ts';

const yearSeconds = 365 * 86_400;
/** Certificates are dated in UTCTime, which ends in 2049. Back it goes as far as recordings do, for years to come. */
const [furthestBack, furthestAhead] = [-30 * yearSeconds, 10 * yearSeconds];

/** `/control/*`: how tests make the authority misbehave. ARCA has nothing like it. */
export function answerControl(simulation: Simulation, incoming: Incoming): Answer {
  const action = `${incoming.method} ${incoming.path.slice('/control/'.length)}`;
  switch (action) {
    case 'POST faults':
      return planFault(simulation, readJson(incoming));
    case 'GET stats':
      return jsonAnswer(200, simulation.stats.read());
    case 'POST reset':
      resetSimulation(simulation);
      return jsonAnswer(200, { now: simulation.clock.now().toISOString() });
    case 'POST clock':
      shiftClock(simulation, readJson(incoming));
      return jsonAnswer(200, { now: simulation.clock.now().toISOString() });
    case 'POST propagation':
      simulation.propagation.seconds = requireNumber(readJson(incoming), 'seconds');
      return jsonAnswer(200, { seconds: simulation.propagation.seconds });
    case 'POST processing':
      simulation.processing.milliseconds = requireNumber(readJson(incoming), 'milliseconds');
      return jsonAnswer(200, simulation.processing);
    case 'POST lots':
      simulation.lots.vouchers = requireNumber(readJson(incoming), 'vouchers');
      return jsonAnswer(200, simulation.lots);
    case 'POST issuers':
      return setIssuerProblem(simulation, readJson(incoming));
    case 'POST events':
      return announceEvent(simulation, readJson(incoming));
    case 'GET vouchers':
      return listVouchers(simulation, incoming);
    default:
      return notFound();
  }
}

function planFault(simulation: Simulation, input: Record<string, unknown>): Answer {
  const { environment, code, ending } = input;
  if (!isEnvironment(environment)) throw new Refusal('environment: sandbox | live', 400);
  const target = faultTargets.find((name) => name === input.target);
  if (!target) throw new Refusal(`target: ${faultTargets.join(' | ')}`, 400);
  const kind = faultKinds.find((name) => name === input.kind);
  if (!kind) throw new Refusal(`kind: ${faultKinds.join(' | ')}`, 400);
  const count = input.count === undefined ? 1 : requireNumber(input, 'count');
  if (!Number.isInteger(count) || count < -1 || count === 0) {
    throw new Refusal('count: a positive integer, or -1 until a reset', 400);
  }
  const fault: Fault = { environment, target, kind };
  if (code !== undefined) fault.code = String(code);
  if (ending === 'broken') fault.ending = ending;
  if (input.operation !== undefined) fault.operation = String(input.operation);
  if (input.delay_ms !== undefined) fault.delayMs = requireNumber(input, 'delay_ms');
  simulation.faults.plan(fault, count);
  return jsonAnswer(201, { ...fault, count });
}

function shiftClock(simulation: Simulation, input: Record<string, unknown>): void {
  const offsetSeconds = requireNumber(input, 'offset_seconds');
  if (offsetSeconds < furthestBack || offsetSeconds > furthestAhead)
    throw new Refusal('offset_seconds: thirty years back or ten ahead at most', 400);
  simulation.clock.shift(offsetSeconds);
}

function requireNumber(input: Record<string, unknown>, name: string): number {
  const value = input[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Refusal(`${name}: a number`, 400);
  return value;
}
