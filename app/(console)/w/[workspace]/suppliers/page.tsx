import { requireMember } from '#console/_session.ts';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { titled } from '#console/_ui/page-header.tsx';
import { EntryListPage } from '../_entries/entry-list-page.tsx';
import { SupplierTable } from './supplier-table.tsx';

export const generateMetadata = titled('suppliers.list.title');

interface SuppliersProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Suppliers({ params, searchParams }: SuppliersProps) {
  const { ctx } = await requireMember((await params).workspace, 'suppliers:read');
  return (
    <EntryListPage ctx={ctx} folder="suppliers" searchParams={await searchParams} table={SupplierTable} />
  );
}
