import { isPerson, requireCuit } from '../cuit.ts';
import type { Environment } from '../environment.ts';
import {
  type TaxpayerKind,
  type TaxpayerRecord,
  type TaxpayerSize,
  type TaxpayerState,
  type VatStatus,
  vatStatuses,
} from '../records.ts';
import { Refusal } from '../refusal.ts';
import type { Simulation } from '../simulation.ts';

/** Replaces the explicit data of a taxpayer. */
export function registerTaxpayer(
  simulation: Simulation,
  environment: Environment,
  input: TaxpayerRecord,
): TaxpayerRecord {
  const record = { ...input, cuit: requireCuit(input.cuit) };
  if (input.representedBy) record.representedBy = input.representedBy.map(requirePerson);
  const { records } = simulation.offices[environment];
  records.taxpayers = [...records.taxpayers.filter(({ cuit }) => cuit !== record.cuit), record];
  simulation.save();
  return record;
}

/** The person represents the typed CUIT from now on. */
export function represent(
  simulation: Simulation,
  environment: Environment,
  person: string,
  typed: string,
): string {
  const cuit = requireCuit(typed);
  if (representedBy(simulation, environment, person).includes(cuit)) return cuit;
  const known = findTaxpayer(simulation, environment, cuit) ?? { cuit };
  registerTaxpayer(simulation, environment, {
    ...known,
    representedBy: [...(known.representedBy ?? []), person],
  });
  return cuit;
}

/** The person first, then the companies in the order of their records. */
export function representedBy(simulation: Simulation, environment: Environment, person: string): string[] {
  const others = simulation.offices[environment].records.taxpayers.filter(
    ({ cuit, exists }) =>
      cuit !== person && exists !== false && represents(simulation, environment, person, cuit),
  );
  return [person, ...others.map(({ cuit }) => cuit)];
}

/** A company without a `representedBy` list is represented by everybody. */
export function represents(
  simulation: Simulation,
  environment: Environment,
  person: string,
  cuit: string,
): boolean {
  if (cuit === person) return true;
  return findTaxpayer(simulation, environment, cuit)?.representedBy?.includes(person) ?? !isPerson(cuit);
}

/** Explicit data only; lookUpTaxpayer adds the rest. */
export function findTaxpayer(
  simulation: Simulation,
  environment: Environment,
  cuit: string,
): TaxpayerRecord | undefined {
  return simulation.offices[environment].records.taxpayers.find((taxpayer) => taxpayer.cuit === cuit);
}

function requirePerson(value: string): string {
  const cuit = requireCuit(value);
  if (!isPerson(cuit)) throw new Refusal('represented_by: sólo personas');
  return cuit;
}

export type TaxpayerName = { businessName: string } | { surname: string; givenName: string };
export type FiscalAddress = { street: string; place?: (typeof places)[number] };

/** An entry of the taxpayers' register. */
export type RegisteredTaxpayer = {
  cuit: string;
  kind: TaxpayerKind;
  name: TaxpayerName;
  state: TaxpayerState;
  vatStatus: VatStatus;
  size?: TaxpayerSize;
  isLimited?: boolean;
  isExporter: boolean;
  address?: FiscalAddress;
  activity: (typeof activities)[number];
  /** `yyyymm` */
  since: number;
  /** Reasons why there is no certificate of registration (`errorConstancia`). */
  objections: string[];
  /** Whether the objections are all that is returned. */
  isWithheld: boolean;
};

/**
 * Always the same for the same CUIT. The first three of its eight digits select a case (table in
 * simulator/README.md). All other companies are registered for VAT; all other people are registered or in the
 * Monotributo.
 */
export function inventTaxpayer(cuit: string): RegisteredTaxpayer {
  const series = seriesOf(cuit);
  const seed = seedOf(cuit);
  const kind = isPerson(cuit) ? 'person' : 'company';
  const usual = kind === 'company' || seed % 2 === 1 ? 'registered' : 'monotributo';
  const taxpayer: RegisteredTaxpayer = {
    cuit,
    kind,
    name: inventName(cuit, kind),
    state: series === 'inactive' ? 'INACTIVO' : 'ACTIVO',
    vatStatus: vatStatuses.find((status) => status === series) ?? usual,
    isExporter: true,
    activity: pick(activities, seed),
    since: (2003 + (seed % 20)) * 100 + 1 + (seed % 12),
    objections: series ? (objections[series] ?? []) : [],
    isWithheld: series === 'withheld',
  };
  if (series !== 'no-address' && series !== 'objected') taxpayer.address = inventAddress(cuit);
  return taxpayer;
}

/** Whether nobody has this CUIT, unless explicit data gives it an owner. */
export const isUnassigned = (cuit: string) => seriesOf(cuit) === 'nobody';

export function inventName(cuit: string, kind: TaxpayerKind): TaxpayerName {
  const seed = seedOf(cuit);
  const surname = seriesOf(cuit) === 'with-reference' ? 'PEÑA' : pick(surnames, seed);
  const givenNames = cuit.startsWith('27') ? womensNames : mensNames;
  if (kind === 'person') return { surname, givenName: pick(givenNames, Math.floor(seed / 3)) };
  const name = seriesOf(cuit) === 'with-reference' ? surname : pick(tradeNames, seed);
  const form = pick(['S.R.L.', 'S.A.', 'S.A.S.'], Math.floor(seed / 7));
  return { businessName: `${pick(trades, Math.floor(seed / 3))} ${name} ${form}` };
}

type Series = VatStatus | 'inactive' | 'withheld' | 'objected' | 'no-address' | 'with-reference' | 'nobody';

/**
 * By the first three of the eight digits. The numbers of companies, and of people today, do not begin with 0, so no
 * real CUIT matches.
 */
const series: Readonly<Record<string, Series>> = {
  '091': 'exempt',
  '092': 'inactive',
  '093': 'withheld',
  '094': 'objected',
  '095': 'no-address',
  '096': 'with-reference',
  '097': 'monotributo',
  '098': 'none',
  '099': 'nobody',
};
const seriesOf = (cuit: string) => series[cuit.slice(2, 5)];

/** `withheld` as recorded in homologación, `objected` from the manual. */
const objections: Partial<Record<Series, string[]>> = {
  withheld: [
    'La CUIT fue cancelada de acuerdo a: DOMICILIO FISCAL ELECTRÓNICO NO CONSTITUIDO RG 4280.',
    'La CUIT registra pendiente la constitución del domicilio fiscal electrónico de acuerdo a lo normado en la RG 4280/18 AFIP.',
  ],
  objected: ['Domicilio Incompleto'],
};

function inventAddress(cuit: string): FiscalAddress {
  const seed = seedOf(cuit);
  const street =
    seriesOf(cuit) === 'with-reference' ? 'AV ROQUE SAENZ PEÑA' : pick(streets, Math.floor(seed / 5));
  return { street: `${street} ${100 + (seed % 4900)}`, place: pick(places, seed) };
}

/** All digits except the check digit. */
const seedOf = (cuit: string) => Number(cuit.slice(0, 10));

function pick<Item>(list: readonly [Item, ...Item[]], number: number): Item {
  return list[number % list.length] ?? list[0];
}

/** Names, addresses and activities are assembled from these, in capitals as in the register. */

const surnames = [
  'ACOSTA',
  'BENITEZ',
  'CORREA',
  'DOMINGUEZ',
  'ESCOBAR',
  'FERREYRA',
  'GODOY',
  'HERRERA',
  'LEDESMA',
  'MOLINA',
  'OJEDA',
  'PERALTA',
  'QUIROGA',
] as const;

const womensNames = ['LAURA BEATRIZ', 'SILVIA NOEMI', 'CAROLINA', 'MARIA LUJAN', 'GRACIELA'] as const;
const mensNames = ['MARTIN', 'JORGE ALBERTO', 'RAUL OSCAR', 'ERNESTO DANIEL', 'PABLO'] as const;

const trades = [
  'ALMACEN',
  'DISTRIBUIDORA',
  'FERRETERIA',
  'LIBRERIA',
  'METALURGICA',
  'PANIFICADORA',
  'TRANSPORTES',
] as const;

const tradeNames = [
  'DEL LITORAL',
  'LA ESTRELLA',
  'LOS CEIBOS',
  'NUEVO SUR',
  'DON ANSELMO',
  'LAS TRES MARIAS',
  'EL PUENTE',
  'CINCO ESQUINAS',
  'LA CALANDRIA',
  'SIERRA CHICA',
  'EL TREBOL',
] as const;

const streets = ['BELGRANO', 'AV SAN MARTIN', 'RIVADAVIA', 'LAS HERAS', 'AV MITRE', 'SARMIENTO'] as const;

/** The city of Buenos Aires is a province without a locality. */
const places: readonly [Place, ...Place[]] = [
  { provinceId: 0, province: 'CIUDAD AUTONOMA BUENOS AIRES', postalCode: '1043' },
  { provinceId: 1, province: 'BUENOS AIRES', locality: 'BANFIELD', postalCode: '1828' },
  { provinceId: 3, province: 'CORDOBA', locality: 'CORDOBA', postalCode: '5000' },
  { provinceId: 7, province: 'MENDOZA', locality: 'GODOY CRUZ', postalCode: '5501' },
  { provinceId: 11, province: 'SAN LUIS', locality: 'MERLO', postalCode: '5881' },
  { provinceId: 12, province: 'SANTA FE', locality: 'ROSARIO', postalCode: '2000' },
  { provinceId: 24, province: 'TIERRA DEL FUEGO', locality: 'USHUAIA', postalCode: '9410' },
];
type Place = { provinceId: number; province: string; locality?: string; postalCode: string };

const activities: readonly [Activity, ...Activity[]] = [
  { id: 477330, title: 'VENTA AL POR MENOR DE INSTRUMENTAL MÉDICO Y ODONTOLÓGICO Y ARTÍCULOS ORTOPÉDICOS' },
  { id: 620100, title: 'SERVICIOS DE CONSULTORES EN INFORMÁTICA Y SUMINISTROS DE PROGRAMAS DE INFORMÁTICA' },
  { id: 772099, title: 'ALQUILER DE EFECTOS PERSONALES Y ENSERES DOMÉSTICOS N.C.P.' },
];
type Activity = { id: number; title: string };
