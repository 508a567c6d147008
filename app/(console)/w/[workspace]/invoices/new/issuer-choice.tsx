import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { formatCuit } from '#lib/documents/cuit.ts';
import type { RegisteredSupplier } from '#lib/invoices/first-draft.ts';
import { partyOf } from '../../../../_documents/party-of.ts';
import { workspacePath } from '../../../../_shell/navigation.ts';
import '../../_parts/parts.css';
import '../../_entries/entry-list.css';

interface IssuerChoiceProps {
  workspace: string;
  issuers: RegisteredSupplier[];
}

/** The suppliers that can issue the invoice; each leads to its draft. */
export async function IssuerChoice({ workspace, issuers }: IssuerChoiceProps) {
  const t = await getTranslations('console.suppliers.list');
  return (
    <table className="rows linked-rows">
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('taxCode')}</th>
        </tr>
      </thead>
      <tbody>
        {issuers.map(({ id, doc }) => {
          const { name, code } = partyOf(doc);
          return (
            <tr key={id}>
              <td data-label={t('name')} className="named">
                <Link
                  href={workspacePath(workspace, `/invoices/new?supplier=${id}`)}
                  prefetch={false}
                  className="row-link"
                >
                  <bdi>{name}</bdi>
                </Link>
              </td>
              <td data-label={t('taxCode')} className="tax-code">
                {formatCuit(code)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
