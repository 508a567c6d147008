import { eq } from 'drizzle-orm';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { delegations, type RegistrationMode } from '#lib/database/tables/registrations.ts';
import { changeAppSettings } from '#lib/registrations/app-settings.ts';
import { createRegistration } from '#lib/registrations/create.ts';
import { claimDelegation, verifyDelegation } from '#lib/registrations/delegation.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';
import { createEntry, fetchEntry } from '#lib/silo/entries.ts';
import { supplierOf } from './certified.ts';
import { newInvoicing } from './issuer.ts';
import { newLiveSupplier } from './live-supplier.ts';
import { newCuit } from './new-cuit.ts';
import type { RunningSimulator } from './simulator.ts';
import { newWorkspace } from './workspace.ts';

/** Administers the platform's relations, and performs both of its acts. */
const administrator = '20123456786';

/** A workspace whose own company is registered in live and acts for its suppliers. */
export async function newPlatform(simulator: RunningSimulator) {
  const { ctx, entryId, cuit } = await newLiveSupplier(simulator);
  await changeAppSettings(ctx, 'gov-ar', { delegate: { siloEntryId: entryId } });
  const { certificate } = await fetchRegistration(ctx, entryId);
  const alias = certificate?.alias ?? '';
  const acts = (supplier: string) => ({
    cuit: administrator,
    represented_cuit: supplier,
    delegate_cuit: cuit,
  });
  return {
    ctx,
    entryId,
    cuit,
    /** The supplier's act in the portal. The platform's acts follow. */
    delegate: (supplier: string, service = 'wsfe') => simulator.delegate({ ...acts(supplier), service }),
    async accept(supplier: string, service = 'wsfe') {
      await simulator.acceptDelegation({ ...acts(supplier), service });
      await simulator.authorise('live', { cuit, alias, represented_cuit: supplier, service });
    },
    takeBack: (supplier: string, service = 'wsfe') =>
      simulator.withdrawDelegation({ ...acts(supplier), service }),
  };
}

/**
 * In the sandbox: a supplier that has delegated to the workspace's company, and its invoices. The company was
 * authorized before its first login, so its ticket includes the supplier.
 */
export async function newDelegatedIssuer(simulator: RunningSimulator) {
  const ctx = await newWorkspace();
  const cuit = newCuit('30');
  const own = newCuit('30');
  const data = { name: 'Facturas del Sur S.A.', tax_id: { country: 'AR', code: own } };
  const { id: siloEntryId } = await createEntry(ctx, { folder: 'suppliers', data });
  await openRegistration(ctx, siloEntryId, 'certificate');
  const company = await supplierOf(ctx, simulator, siloEntryId, own);
  await company.upload(await company.issue());
  await simulator.authorise('sandbox', { ...company.holder, represented_cuit: cuit });
  await company.authorise();
  await company.prove();
  await changeAppSettings(ctx, 'gov-ar', { delegate: { siloEntryId } });
  const supplier = await newDelegator(ctx, 'delegation', cuit);
  await supplier.claim();
  await verifyDelegation(ctx, supplier.entryId);
  return { ctx, supplierId: supplier.entryId, ...(await newInvoicing(ctx, cuit)) };
}

/** A supplier of the workspace with an open registration. */
export async function newDelegator(
  ctx: Context,
  mode: RegistrationMode = 'delegation',
  cuit = newCuit('30'),
) {
  const data = { name: 'Panadería La Espiga S.A.', tax_id: { country: 'AR', code: cuit } };
  const { id: entryId } = await createEntry(ctx, { folder: 'suppliers', data });
  await openRegistration(ctx, entryId, mode);
  return {
    entryId,
    cuit,
    claim: async (now?: Date) => claimDelegation(ctx, await fetchRegistration(ctx, entryId), now),
    row: () => delegationOf(entryId),
  };
}

export async function openRegistration(
  ctx: Context,
  entryId: string,
  mode: RegistrationMode,
): Promise<string> {
  const created = await createRegistration(ctx, await fetchEntry(ctx, entryId), new Date(), { mode });
  if (created.kind !== 'created') return created.kind;
  return database().transaction((tx) => created.store(tx));
}

async function delegationOf(entryId: string) {
  const [row] = await database().select().from(delegations).where(eq(delegations.entryId, entryId));
  if (!row) throw new Error('there is no delegation');
  return row;
}
