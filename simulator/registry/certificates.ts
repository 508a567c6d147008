import { readRequestKey } from '#simulator/authority/certificate-request.ts';
import { issueLeaf, type Validity } from '../authority/issue.ts';
import { requireCuit } from '../cuit.ts';
import type { Environment } from '../environment.ts';
import type { CertificateRecord } from '../records.ts';
import { Refusal } from '../refusal.ts';
import type { Simulation } from '../simulation.ts';

export type CertificateApplication = {
  cuit: string;
  alias: string;
  csr: string | Buffer;
  /** For scripts; the portal always issues for 730 days from now. */
  validity?: Partial<Validity> | undefined;
};

/** «Nuevo Certificado», «Agregar alias»: the first certificate of an alias. */
export function createAlias(
  simulation: Simulation,
  environment: Environment,
  application: CertificateApplication,
): CertificateRecord {
  const cuit = requireCuit(application.cuit);
  checkAlias(environment, application.alias);
  if (aliasesOf(simulation, environment, cuit).includes(application.alias)) {
    throw new Refusal('El ALIAS ya existe', 409);
  }
  return issue(simulation, environment, { ...application, cuit });
}

/** «Agregar certificado»: another one for an alias, with its authorizations (docs/authority.md#renewal). */
export function addCertificate(
  simulation: Simulation,
  environment: Environment,
  application: CertificateApplication,
): CertificateRecord {
  const cuit = requireCuit(application.cuit);
  requireAlias(simulation, environment, cuit, application.alias);
  return issue(simulation, environment, { ...application, cuit });
}

export function aliasesOf(simulation: Simulation, environment: Environment, cuit: string): string[] {
  const { certificates } = simulation.offices[environment].records;
  return [...new Set(certificates.filter((record) => record.cuit === cuit).map(({ alias }) => alias))];
}

export function certificatesOf(
  simulation: Simulation,
  environment: Environment,
  cuit: string,
  alias: string,
): CertificateRecord[] {
  const { certificates } = simulation.offices[environment].records;
  return certificates.filter((record) => record.cuit === cuit && record.alias === alias);
}

export function requireAlias(
  simulation: Simulation,
  environment: Environment,
  cuit: string,
  alias: string,
): void {
  if (!aliasesOf(simulation, environment, cuit).includes(alias)) {
    throw new Refusal('El ALIAS no existe', 404);
  }
}

function issue(
  simulation: Simulation,
  environment: Environment,
  { cuit, alias, csr, validity }: CertificateApplication,
): CertificateRecord {
  const office = simulation.offices[environment];
  const publicKey = readRequestKey(csr);
  const subject = { alias, cuit, publicKey };
  const issued = issueLeaf(environment, office.authority, subject, simulation.clock.now(), validity);
  const record = {
    cuit,
    alias,
    serial: issued.serial,
    certificate: issued.certificate,
    notBefore: issued.notBefore.toISOString(),
    notAfter: issued.notAfter.toISOString(),
  };
  office.records.certificates.push(record);
  simulation.save();
  return record;
}

// ub-common-name of X.520. The authority's own limit is unknown.
const longestAlias = 64;

/** Throws the portal's message for a bad alias: docs/authority.md#alias. */
function checkAlias(environment: Environment, alias: string): void {
  if (environment === 'sandbox' && !/^[A-Za-z0-9]+$/.test(alias)) {
    throw new Refusal('El Nombre simbólico del DN sólo puede contener números y/o letras');
  }
  // Aliases with `_` and `-` were seen in production; the wording of this refusal is ours.
  if (environment === 'live' && !/^[A-Za-z0-9_-]+$/.test(alias)) {
    throw new Refusal('El ALIAS sólo puede contener números, letras, guiones y guiones bajos');
  }
  if (alias.length > longestAlias) throw new Refusal(`El ALIAS supera los ${longestAlias} caracteres`);
}
