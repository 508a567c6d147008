import type { Context } from '#lib/context.ts';
import { findByEntry, newestRegistration } from '#lib/registrations/find.ts';
import { proveRegistration, requestProof } from '#lib/registrations/prove.ts';
import { receiveCertificate } from '#lib/registrations/receive-certificate.ts';
import { noteProgress } from '#lib/registrations/registration.ts';
import type { RunningSimulator } from './simulator.ts';
import { supplierCuit } from './workspace.ts';

const person = '27123456780';

/** The supplier's acts in an open sandbox registration, through the verbs that wizard and API call. */
export async function supplierOf(
  ctx: Context,
  simulator: RunningSimulator,
  entryId: string,
  cuit = supplierCuit,
) {
  const read = async () => {
    const registration = await findByEntry(ctx, entryId);
    if (!registration) throw new Error('there is no registration');
    return registration;
  };
  const { id, request } = await read();
  const { alias, csr } = request;
  return {
    registrationId: id,
    request,
    /** Holder of the certificate, and its alias. */
    holder: { cuit: person, alias },
    upload: async (content: string) => receiveCertificate(ctx, await read(), Buffer.from(content)),
    issue: async () =>
      (await simulator.issueCertificate('sandbox', { cuit: person, alias, csr })).certificate,
    authorise: () => simulator.authorise('sandbox', { cuit: person, alias, represented_cuit: cuit }),
    claim: async () => noteProgress(ctx, await read(), 'authorisationClaimedAt'),
    /** Requests the login, and performs it like a worker. */
    async prove() {
      await requestProof(ctx, await read());
      const row = await newestRegistration(ctx, entryId);
      if (row) await proveRegistration({ registrationId: row.id, round: row.proofRound });
    },
    /** Performs all steps. */
    async register() {
      await this.upload(await this.issue());
      await this.authorise();
      await this.prove();
    },
  };
}
