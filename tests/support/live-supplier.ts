import { database } from '#lib/database/client.ts';
import { createRegistration } from '#lib/registrations/create.ts';
import { fetchRegistration, newestRegistration } from '#lib/registrations/find.ts';
import { proveRegistration, requestProof } from '#lib/registrations/prove.ts';
import { receiveCertificate } from '#lib/registrations/receive-certificate.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { newCuit } from './new-cuit.ts';
import type { PointOfSaleInput, RunningSimulator } from './simulator.ts';
import { newWorkspace } from './workspace.ts';

/** A supplier registered in live, at the simulator. */
export async function newLiveSupplier(simulator: RunningSimulator) {
  const ctx = await newWorkspace('live');
  const cuit = newCuit('30');
  const data = { name: 'Talleres Río S.A.', tax_id: { country: 'AR', code: cuit } };
  const entry = await createEntry(ctx, { folder: 'suppliers', data });
  const created = await createRegistration(ctx, entry);
  if (created.kind !== 'created') throw new Error(`the registration was not created: ${created.kind}`);
  await database().transaction((tx) => created.store(tx));
  const registration = await fetchRegistration(ctx, entry.id);
  const { alias, csr } = registration.request;
  const { certificate } = await simulator.issueCertificate('live', { cuit, alias, csr });
  await receiveCertificate(ctx, registration, Buffer.from(certificate));
  await simulator.authorise('live', { cuit, alias, represented_cuit: cuit });
  await requestProof(ctx, await fetchRegistration(ctx, entry.id));
  const row = await newestRegistration(ctx, entry.id);
  if (row) await proveRegistration({ registrationId: row.id, round: row.proofRound });
  return {
    ctx,
    entryId: entry.id,
    cuit,
    add: (number: number, system: PointOfSaleInput['system'] = 'RECE') =>
      simulator.addPointOfSale({ cuit, number, system }),
  };
}
