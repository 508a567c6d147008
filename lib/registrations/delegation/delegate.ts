import { eq } from 'drizzle-orm';
import { fetchApp } from '#lib/accounts/apps.ts';
import { activeCertificate, type CertificateRow } from '#lib/certificates/store.ts';
import type { Context } from '#lib/context.ts';
import { reader } from '#lib/context.ts';
import type { Delegate } from '#lib/database/tables/accounts.ts';
import { delegations } from '#lib/database/tables/delegations.ts';

/** The services that the delegate's certificate needs: for invoices, and for the taxpayers' register. */
export const delegateServices = ['wsfe', 'ws_sr_constancia_inscripcion'] as const;
export type DelegateService = (typeof delegateServices)[number];

/** Who acts for the workspace's suppliers; `certificate` is undefined while theirs does not sign. */
export async function delegateOf(
  ctx: Context,
): Promise<(Delegate & { certificate: CertificateRow | undefined }) | undefined> {
  const { settings } = await fetchApp(ctx, 'gov-ar');
  if (!settings.delegate) return undefined;
  const certificate = await activeCertificate(ctx, settings.delegate.siloEntryId);
  return { ...settings.delegate, certificate };
}

/** How many suppliers have delegated to this one, or say so. */
export const countDelegators = (ctx: Context, delegateEntryId: string): Promise<number> =>
  reader(ctx).$count(delegations, eq(delegations.delegateEntryId, delegateEntryId));
