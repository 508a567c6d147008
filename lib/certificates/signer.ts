import { and, eq, isNotNull } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { type DelegationRow, delegations } from '#lib/database/tables/delegations.ts';
import { activeCertificate, type CertificateRow } from './store.ts';

/** With which certificate an entry speaks to the authority. */
export interface Signer {
  certificate: CertificateRow;
  /** Whose is another's. */
  delegation?: DelegationRow;
}

/** Its own while that lives; else the delegate's, once it was granted. Undefined where neither signs. */
export async function signerOf(ctx: Context, entryId: string, now = new Date()): Promise<Signer | undefined> {
  const own = await activeCertificate(ctx, entryId);
  if (own?.notAfter && own.notAfter > now) return { certificate: own };
  const [delegation] = await reader(ctx)
    .select()
    .from(delegations)
    .where(
      and(
        eq(delegations.entryId, entryId),
        eq(delegations.workspaceId, ctx.workspace.id),
        isNotNull(delegations.grantedAt),
      ),
    );
  const certificate = delegation && (await activeCertificate(ctx, delegation.delegateEntryId));
  if (certificate) return { certificate, delegation };
  return own && { certificate: own };
}
