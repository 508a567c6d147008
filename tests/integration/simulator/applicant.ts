import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';
import type { Environment, RunningSimulator } from '#tests/support/simulator.ts';

export const person = '20123456786';
export const company = '30123456781';
export const otherCompany = '30712345671';

export type Applicant = { key: string; csr: string };
export type Holder = { cuit: string; alias: string; certificate: string; key: string };

let aliases = 0;

/** One that no other test of the file used. */
export function newAlias(): string {
  aliases += 1;
  return `prueba${aliases}`;
}

/** A key pair and its request, made with node-forge: the simulator reads them with code of its own. */
export function newApplicant({ bits = 2048, commonName = 'pedido' } = {}): Applicant {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  const key = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  const request = forge.pki.createCertificationRequest();
  const forgeKey = forge.pki.privateKeyFromPem(key);
  request.publicKey = forge.pki.setRsaPublicKey(forgeKey.n, forgeKey.e);
  request.setSubject([
    { shortName: 'C', value: 'AR' },
    { shortName: 'O', value: 'Prueba SA' },
    { shortName: 'CN', value: commonName },
    { name: 'serialNumber', value: `CUIT ${company}` },
  ]);
  request.sign(forgeKey, forge.md.sha256.create());
  return { key, csr: forge.pki.certificationRequestToPem(request) };
}

/** A certificate in hand, authorized for wsfe in the name of each of `represented`. */
export async function newHolder(
  simulator: RunningSimulator,
  environment: Environment,
  { cuit = person, represented = [company], applicant = newApplicant() } = {},
): Promise<Holder> {
  const alias = newAlias();
  const issued = await simulator.issueCertificate(environment, { cuit, alias, csr: applicant.csr });
  for (const represented_cuit of represented) {
    await simulator.authorise(environment, { cuit, alias, represented_cuit });
  }
  return { cuit, alias, certificate: issued.certificate, key: applicant.key };
}
