import { LastRejection } from '#console/w/[workspace]/_contact/last-rejection.tsx';
import { SupplierContact } from '#console/w/[workspace]/_contact/supplier-contact.tsx';
import { findRegistrationDetails } from '#lib/registrations/details.ts';
import type { FoundJob } from './require-job.ts';

/** While the job is on its way and the supplier has something to do, whatever step it stands at: how to reach them. */
export async function SupplierLink({ job: { ctx, row } }: { job: FoundJob }) {
  if (row.completedAt) return null;
  const details = await findRegistrationDetails(ctx, row.entryId);
  if (!details || ['completed', 'revoked'].includes(details.registration.state)) return null;
  return (
    <>
      <LastRejection registration={details.registration} />
      <SupplierContact ctx={ctx} details={details} />
    </>
  );
}
