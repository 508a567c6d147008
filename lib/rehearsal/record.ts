import { z } from 'zod';
import { allPortalLabels, type PortalLabel, wizardLabels } from '#lib/arca/portal-labels.ts';
import type { XmlNode } from '#lib/arca/xml.ts';
import { attributePrefix } from '#lib/arca/xml.ts';
import { environments } from '#lib/authority-environment.ts';
import type { Observation, RehearsalRecord as Rehearsed } from '#lib/database/tables/authority.ts';
import { assumptions, type Judgement, judge, labelAssumption } from './assumptions.ts';

/**
 * Record of a rehearsal: what the authority answered, without anybody's data. It can be published, and
 * `tests/recorded/` keeps such files (docs/rehearsal.md). A difference is decided when the file is read, by
 * `judge`, so that a later version of Alta is held against it too.
 */
export const RehearsalRecord = z.strictObject({
  format: z.literal('alta-rehearsal/1'),
  version: z.string().max(40),
  environment: z.enum(environments),
  /** `stand-in` if ARCA_SANDBOX_URL or ARCA_LIVE_URL replaced the authority. Such a record confirms nothing. */
  authority: z.enum(['arca', 'stand-in']),
  /** Day on which the rehearsal ended, in Buenos Aires. */
  day: z.iso.date(),
  /** Answers, by the id of the assumption. */
  came: z.record(z.string().max(80), z.string().max(2_000)),
  /** Texts of the portal's screens, by label (`portal` in messages/). */
  labels: z.record(z.string().max(80), z.string().max(400)),
  /** How long calls took. */
  seconds: z.record(z.string().max(80), z.number().min(0)),
}) satisfies z.ZodType<Rehearsed>;
export type RehearsalRecord = Rehearsed;

export type { Observation };

export interface JudgedObservation extends Observation, Judgement {}

/** The observations with what was expected. Those of assumptions that this version does not know are left out. */
export const judgeRecord = ({ came, labels, seconds, environment }: RehearsalRecord): JudgedObservation[] => {
  const ofLabels = Object.entries(labels).map(([label, text]) => [labelAssumption(environment, label), text]);
  const all: Record<string, string> = { ...came, ...Object.fromEntries(ofLabels) };
  return assumptions.flatMap((assumption) => {
    const { id } = assumption;
    const text = all[id];
    if (text === undefined) return [];
    const took = seconds[id] === undefined ? {} : { seconds: seconds[id] };
    return [{ assumption: id, came: text, ...took, ...judge(assumption, text, environment) }];
  });
};

/** The labels that the person saw otherwise than the wizard shows them. */
export function differentLabels({ labels }: RehearsalRecord): Partial<Record<PortalLabel, string>> {
  const known = wizardLabels();
  return Object.fromEntries(
    allPortalLabels.flatMap((name) => {
      const seen = labels[name];
      return seen === undefined || seen === known[name] ? [] : [[name, seen]];
    }),
  );
}

/** `rehearsal-sandbox-2026-12-01.json` */
export const recordFileName = ({ environment, day }: RehearsalRecord): string =>
  `rehearsal-${environment}-${day}.json`;

/**
 * One line for each assumption, and one for all labels, so that the file fits on a screen. The order is that of the
 * assumptions: the database does not keep that of the record.
 */
export function writeRecord({ came, labels, seconds, ...head }: RehearsalRecord): string {
  const known = assumptions.map(({ id }) => id);
  const unknown = Object.keys(came).filter((id) => !known.includes(id));
  const lines = [...known, ...unknown].flatMap((id) =>
    came[id] === undefined ? [] : `    ${JSON.stringify(id)}: ${JSON.stringify(came[id])}`,
  );
  const ordered = {
    format: head.format,
    version: head.version,
    environment: head.environment,
    authority: head.authority,
    day: head.day,
    labels: inOrder(labels, allPortalLabels),
    seconds: inOrder(seconds, known),
  };
  const members = Object.entries(ordered).map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`);
  return `{\n${members.join(',\n')},\n  "came": {\n${lines.join(',\n')}\n  }\n}\n`;
}

const inOrder = <Value>(values: Record<string, Value>, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));

/**
 * Removes data of people and companies, and secrets, from a text of the authority or of the person who rehearses:
 * what is known to be such (`known`), and whatever looks like it.
 */
export function sanitise(text: string, known: readonly string[] = []): string {
  const withoutKnown = known
    .filter((value) => value.length > 3)
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, value) => rest.replaceAll(value, '…'), text);
  return withoutKnown
    .replace(/-----BEGIN[\s\S]*?(-----END[^-]*-----|$)/g, '…')
    .replace(/[\w.+-]+@[\w-]+\.[\w.-]+/g, '…')
    .replace(/\b\d{2}-?\d{8}-?\d\b/g, '…')
    .replace(/[A-Za-z0-9+/_-]{40,}={0,2}/g, '…')
    .replace(/\d{7,}/g, '…')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 400);
}

/** Announcements and remarks come and go from day to day. */
const changing = new Set(['Events', 'Observaciones']);

/**
 * The names and kinds of an answer's elements: `CbteTipo:number` is a number, `Iva(AlicIva*(Id:number))` a list. Codes
 * of up to three capital letters are kept, because parsers depend on them. It contains no other data.
 */
export function shapeOf(node: XmlNode | undefined): string {
  if (node === undefined) return 'absent';
  if (typeof node === 'string') return kindOf(node);
  if (Array.isArray(node)) return shapeOf(node[0]);
  return Object.entries(node)
    .filter(
      ([name, child]) =>
        child !== undefined && !changing.has(name) && !name.startsWith(`${attributePrefix}xmlns`),
    )
    .map(([name, child]) => {
      const repeated = Array.isArray(child) ? '*' : '';
      const shape = shapeOf(child);
      const isTree = typeof (Array.isArray(child) ? child[0] : child) === 'object';
      return isTree ? `${name}${repeated}(${shape})` : `${name}${repeated}:${shape}`;
    })
    .join(' ');
}

const kinds: readonly [RegExp, string][] = [
  [/^$/, 'empty'],
  [/^[A-Z]{1,3}$/, 'code'],
  [/^20\d{6}$/, 'day'],
  [/^20\d{12}$/, 'moment'],
  [/^\d{14}$/, 'cae'],
  [/^\d{11}$/, 'cuit'],
  [/^-?\d+(\.\d+)?$/, 'number'],
  [/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)?$/, 'instant'],
  [/^[A-Za-z0-9+/\s]{60,}={0,2}$/, 'base64'],
];

function kindOf(text: string): string {
  const trimmed = text.trim();
  const [, kind = 'text'] = kinds.find(([pattern]) => pattern.test(trimmed)) ?? [];
  return kind === 'code' ? `'${trimmed}'` : kind;
}

const samples: Record<string, string> = {
  empty: '',
  day: '20261201',
  moment: '20261201101112',
  cae: '76484512345678',
  cuit: '20123456786',
  number: '1',
  instant: '2026-12-01T10:11:12.000-03:00',
  base64: 'QUxUQQ==',
  text: 'TEXTO',
};

/** An answer of the given shape, with invented data: what parsers are tried with. */
export function answerOfShape(shape: string): string {
  let at = 0;
  const elements = (): string => {
    let xml = '';
    while (at < shape.length && shape[at] !== ')') {
      const [part = '', name = '', repeated = '', mark] =
        /^ ?([\w.#@-]+)(\*?)([:(])/.exec(shape.slice(at)) ?? [];
      if (!part) throw new Error(`This is not a shape: ${shape.slice(at, at + 20)}`);
      at += part.length;
      let content: string;
      if (mark === '(') {
        content = elements();
        at += 1;
      } else {
        const [kind = ''] = /^('[A-Z]{1,3}'|\w+)/.exec(shape.slice(at)) ?? [];
        at += kind.length;
        content = kind.startsWith("'") ? kind.slice(1, -1) : (samples[kind] ?? '');
      }
      if (name.startsWith(attributePrefix) || name === '#text') continue;
      xml += `<${name}>${content}</${name}>`.repeat(repeated ? 2 : 1);
    }
    return xml;
  };
  return elements();
}
