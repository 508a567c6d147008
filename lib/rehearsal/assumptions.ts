import { portalLabels, wizardLabels } from '#lib/arca/portal-labels.ts';
import type { Environment } from '#lib/authority-environment.ts';
import { vatRates } from '#lib/documents/invoice/vat.ts';

/**
 * What Alta assumes about the authority and a rehearsal can observe. The id begins with the section on it, such as
 * docs/authority.md#clock, which lists it under "Rehearsed".
 */
export interface Assumption {
  id: string;
  /** The text that is expected, for the person who rehearses. */
  expected: Expected;
  /** Default: what came is equal to what is expected. */
  holds?: (came: string, environment: Environment) => boolean;
  /** True if it differs from day to day or from taxpayer to taxpayer, so it is not compared with the stand-in's. */
  varies?: true;
}
type Expected = string | Record<Environment, string>;

export interface Judgement {
  expected: string;
  holds: boolean;
}

/** `not tried: …` is neither right nor wrong. */
export const notTried = (reason: string) => `not tried: ${reason}`;
export const wasTried = (came: string): boolean => !came.startsWith('not tried');

export function judge({ expected, holds }: Assumption, came: string, environment: Environment): Judgement {
  const text = typeof expected === 'string' ? expected : expected[environment];
  return { expected: text, holds: !wasTried(came) || (holds ? holds(came, environment) : came === text) };
}

const startsWith = (expected: string) => (came: string) => came.startsWith(expected);

/** Services of the authority by name (lib/arca/services.ts). */
const hosts = ['wsaa', 'wsfe', 'wsfex', 'padron', 'wsfecred'] as const;

/** An assumption for each label, such as `sandbox-portal.label.dnName`. */
export const labelAssumption = (environment: Environment, label: string): string =>
  `${environment}-portal.label.${label}`;

const labels: Assumption[] = (['sandbox', 'live'] as const).flatMap((environment) =>
  [...portalLabels[environment].certificate, ...portalLabels[environment].authorise].map((label) => ({
    id: labelAssumption(environment, label),
    get expected() {
      return wizardLabels()[label];
    },
  })),
);

const portals: Assumption[] = (['sandbox', 'live'] as const).flatMap((environment) => [
  { id: `${environment}-portal.order`, expected: 'the order of the wizard' },
  {
    id: `${environment}-portal.wait`,
    expected: 'at most 20 minutes',
    holds: (came) => Number.parseInt(came, 10) <= 20,
    varies: true,
  },
]);

const secondsOf = (came: string) => Number.parseInt(came, 10);

/** A class B invoice has its VAT as well. */
const lookedUpShape =
  "Concepto:number DocTipo:number DocNro:number CbteDesde:number CbteHasta:number CbteFch:day ImpTotal:number ImpTotConc:number ImpNeto:number ImpOpEx:number ImpTrib:number ImpIVA:number FchServDesde:empty FchServHasta:empty FchVtoPago:empty MonId:'PES' MonCotiz:number CanMisMonExt:empty CondicionIVAReceptorId:number Resultado:'A' CodAutorizacion:cae EmisionTipo:'CAE' FchVto:day FchProceso:moment PtoVta:number CbteTipo:number";

export const assumptions: readonly Assumption[] = [
  ...hosts.map((name) => ({ id: `hosts.${name}`, expected: 'answers' })),
  {
    id: 'tls-of-the-live-host.key-exchange',
    expected: 'TLSv1.2 or TLSv1.3 with elliptic curves',
    holds: (came) => /^TLSv1\.[23] (ECDH|X25519)/.test(came),
    varies: true,
  },
  {
    id: 'clock.skew',
    expected: 'at most 60 seconds',
    holds: (came) => Math.abs(secondsOf(came)) <= 60,
    varies: true,
  },
  { id: 'login-call.description', expected: 'a WSDL' },
  { id: 'invoicing-calls.dummy', expected: 'OK OK OK' },
  ...portals,
  ...labels,
  { id: 'certificate-request.accepted', expected: 'accepted' },
  { id: 'issued-certificate.form', expected: 'PEM', holds: (came) => came === 'PEM' || came === 'DER' },
  { id: 'issued-certificate.subject', expected: 'CN=<alias> serialNumber=CUIT <11 digits>' },
  { id: 'issued-certificate.validity', expected: '730 days' },
  { id: 'issued-certificate.serial', expected: '8 bytes' },
  { id: 'issued-certificate.signature', expected: 'sha512WithRSAEncryption' },
  {
    id: 'issued-certificate.extensions',
    expected: 'basicConstraints(critical) subjectKeyIdentifier authorityKeyIdentifier keyUsage(critical)',
    holds: (came) =>
      came.split(' ').toSorted().join(' ') ===
      'authorityKeyIdentifier basicConstraints(critical) keyUsage(critical) subjectKeyIdentifier',
  },
  { id: 'issued-certificate.holder', expected: 'the CUIT that was stated' },
  { id: 'alias.common-name', expected: 'the alias' },
  { id: 'issuers.name', expected: { sandbox: 'Computadores Test', live: 'Computadores' } },
  { id: 'issuers.key', expected: 'known', varies: true },
  {
    id: 'login-faults.not-authorised',
    expected: 'coe.notAuthorized',
    holds: startsWith('coe.notAuthorized'),
  },
  {
    id: 'propagation.minutes',
    expected: 'at most 20 minutes',
    holds: (came) => Number.parseInt(came, 10) <= 20,
    varies: true,
  },
  {
    id: 'access-ticket.shape',
    expected:
      'header(source:text destination:text uniqueId:number generationTime:instant expirationTime:instant) credentials(token:base64 sign:base64) @version:number',
  },
  { id: 'access-ticket.lifetime', expected: '12 hours' },
  {
    id: 'access-ticket.token',
    expected:
      'sso(id(@src:text @dst:text @unique_id:number @gen_time:number @exp_time:number) operation(login(relations(relation(@key:cuit @reltype:number)) @entity:cuit @service:text @uid:text @authmethod:text @regmethod:number) @type:text @value:text) @version:number)',
  },
  { id: 'access-ticket.relations', expected: 'list the CUIT' },
  { id: 'access-ticket.sign', expected: '128 bytes' },
  {
    id: 're-login-window.second-login',
    expected: 'coe.alreadyAuthenticated',
    holds: startsWith('coe.alreadyAuthenticated'),
  },
  {
    id: 'points-of-sale.list',
    expected: { sandbox: 'any list, also an empty one', live: 'CAE and a kind of taxpayer' },
    holds: (came, environment) =>
      environment === 'sandbox'
        ? came !== 'unreadable'
        : came.split(', ').every((system) => /^CAE(?![A-Z])/i.test(system)),
    varies: true,
  },
  { id: 'lots.limit', expected: '250' },
  {
    id: 'document-types.table',
    expected:
      '1 2 3 4 5 6 7 8 9 10 11 12 13 15 34 35 39 40 49 51 52 53 54 60 61 63 64 201 202 203 206 207 208 211 212 213',
  },
  {
    id: 'tables.vat-rates',
    expected: vatRates
      .map(({ code }) => code)
      .toSorted((a, b) => a - b)
      .join(' '),
  },
  { id: 'tables.other-taxes', expected: '1 2 3 4 5 6 7 8 9 13 99' },
  {
    id: 'tables.identities',
    expected:
      '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 16 17 18 19 20 21 22 23 24 80 86 87 89 90 91 92 93 94 95 96 99',
  },
  { id: 'tables.concepts', expected: '1 2 3' },
  {
    id: 'tables.currencies',
    expected:
      '002 007 009 010 011 012 014 015 016 018 019 021 023 024 025 026 027 028 029 030 031 032 033 034 035 036 040 041 042 043 044 045 046 047 049 051 052 053 054 055 056 057 059 060 061 062 063 064 DOL PES',
  },
  { id: 'vat-status-of-the-customer.table', expected: '1 4 5 6 7 8 9 10 13 15 16' },
  { id: 'last-number.shape', expected: 'PtoVta:number CbteTipo:number CbteNro:number' },
  { id: 'last-number.read', expected: 'last' },
  {
    id: 'refused-tickets.other-sign',
    expected: '600 ValidacionDeToken',
    holds: startsWith('600'),
  },
  {
    id: 'cae.shape',
    expected:
      "FeCabResp(Cuit:cuit PtoVta:number CbteTipo:number FchProceso:moment CantReg:number Resultado:'A' Reproceso:'N') FeDetResp(FECAEDetResponse(Concepto:number DocTipo:number DocNro:number CbteDesde:number CbteHasta:number CbteFch:day Resultado:'A' CAE:cae CAEFchVto:day))",
  },
  { id: 'cae.digits', expected: '14' },
  { id: 'cae.expiry', expected: '10 days' },
  { id: 'cae.read', expected: 'judged' },
  { id: 'numbering.sent-again', expected: '10016', holds: startsWith('10016') },
  {
    id: 'lost-answers.shape',
    expected: lookedUpShape,
    holds: (came) => came.replace(/ Iva\(.*\)(?= Resultado)/, '') === lookedUpShape,
    varies: true,
  },
  { id: 'lost-answers.read', expected: 'the same sale' },
  { id: 'lost-answers.missing', expected: 'missing' },
  {
    id: 'qr.opened',
    expected: { sandbox: 'any page of ARCA', live: 'the invoice' },
    holds: (came, environment) => (environment === 'sandbox' ? came !== '' : came === 'the invoice'),
    varies: true,
  },
  {
    id: 'taxpayers-register.answer',
    expected: 'found, or coe.notAuthorized without an authorization',
    holds: (came) => came === 'found' || came.startsWith('coe.notAuthorized'),
    varies: true,
  },
  {
    id: 'taxpayers-register.shape',
    expected: 'members of a person',
    holds: (came) =>
      came
        .split(' ')
        .every((name) =>
          [
            'datosGenerales',
            'datosMonotributo',
            'datosRegimenGeneral',
            'errorConstancia',
            'errorMonotributo',
            'errorRegimenGeneral',
            'metadata',
          ].includes(name),
        ),
    varies: true,
  },
];

const byId = new Map(assumptions.map((assumption) => [assumption.id, assumption]));
export const assumptionOf = (id: string): Assumption | undefined => byId.get(id);

/** The assumptions that a rehearsal in this environment observes. */
export const assumptionsOf = (environment: Environment): Assumption[] => {
  const other = environment === 'sandbox' ? 'live-portal' : 'sandbox-portal';
  return assumptions.filter(({ id }) => !id.startsWith(`${other}.`));
};
