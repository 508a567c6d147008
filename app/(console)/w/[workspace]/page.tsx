import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { AuthorityLine } from '#console/_ui/authority-line.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { authorityStatusOf } from '#lib/authority-status/status.ts';
import { listActing } from '#lib/registrations/delegation/acting.ts';
import { invoiceFigures } from '#lib/reports/invoices.ts';
import { workspaceOverview } from '#lib/reports/overview.ts';
import { isPermitted } from '#lib/roles.ts';
import { ActingInTrouble } from './_overview/acting-in-trouble.tsx';
import { Attention } from './_overview/attention.tsx';
import { Funnel } from './_overview/funnel.tsx';
import { GettingStarted, NotConnected, setUpOf } from './_overview/getting-started.tsx';
import { InvoiceFiguresSheet } from './_overview/invoice-figures.tsx';
import { Ratings } from './_overview/ratings.tsx';
import { RejectionReasons } from './_overview/rejection-reasons.tsx';
import { SupplierStates } from './_overview/supplier-states.tsx';
import './_overview/overview.css';

export const generateMetadata = titled('overview.title');

/** Where a workspace begins: what to do first, then how it stands. Every number leads to what it counts. */
export default async function Overview({ params }: { params: Promise<{ workspace: string }> }) {
  const { ctx } = await requireMember((await params).workspace, 'overview:read');
  const t = await getTranslations('console.overview');
  const [overview, figures] = await Promise.all([
    workspaceOverview(ctx),
    isPermitted(ctx, 'invoices:read') ? invoiceFigures(ctx) : undefined,
  ]);
  const { done, way } = isPermitted(ctx, 'workflows:read')
    ? await setUpOf(ctx, overview)
    : { done: undefined, way: undefined };
  const at = (path: string) => workspacePath(ctx.workspace.slug, path);
  const isInvoicing = overview.suppliers.byState.some(({ state }) => state === 'registered');
  return (
    <>
      <PageHeader title={t('title')} lead={overview.suppliers.total > 0 && t('lead')} />
      <AuthorityLine environment={ctx.workspace.environment} />
      <ActingInTrouble acting={await listActing(ctx)} at={at} />
      {way && done && <GettingStarted way={way} done={done} at={at} />}
      {way !== 'registration' && done?.connect === false && <NotConnected apps={at('/configuration/apps')} />}
      {overview.suppliers.total > 0 && (
        <div className="overview">
          {figures && isInvoicing && <InvoiceFiguresSheet figures={figures} at={at} />}
          <SupplierStates suppliers={overview.suppliers} at={at} />
          <Attention
            figures={figures}
            deliveries={overview.deliveries}
            expiring={overview.expiring}
            withoutPointOfSale={overview.withoutPointOfSale}
            rejected={overview.rejected}
            failingJobs={overview.failingJobs}
            authority={await authorityStatusOf(ctx.workspace.environment)}
            at={at}
          />
          <section className="sheet sheet-text overview-wide" aria-labelledby="funnel">
            <Funnel funnel={overview.funnel} at={at} />
            <RejectionReasons rejections={overview.rejections} at={at} />
          </section>
          {overview.ratings.total > 0 && <Ratings ratings={overview.ratings} at={at} />}
        </div>
      )}
    </>
  );
}
