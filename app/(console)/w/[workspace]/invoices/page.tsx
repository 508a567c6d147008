import { requireMember } from '#console/_session.ts';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { titled } from '#console/_ui/page-header.tsx';
import { listRegisteredSuppliers } from '#lib/invoices/issuer.ts';
import { EntryListPage } from '../_entries/entry-list-page.tsx';
import { InvoiceTable } from './invoice-table.tsx';
import { NoIssuer } from './no-issuer.tsx';

export const generateMetadata = titled('invoices.list.title');

interface InvoicesProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Invoices({ params, searchParams }: InvoicesProps) {
  const { ctx } = await requireMember((await params).workspace);
  return (
    <EntryListPage
      ctx={ctx}
      folder="invoices"
      searchParams={await searchParams}
      table={InvoiceTable}
      missing={async () =>
        (await listRegisteredSuppliers(ctx)).length === 0 && <NoIssuer workspace={ctx.workspace.slug} />
      }
    />
  );
}
