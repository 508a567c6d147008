import { getTranslations } from 'next-intl/server';
import { vatStatusText } from '#console/_editor/assumption.ts';
import { isMembers } from '#console/_editor/json-path.ts';
import { Chip } from '#console/_ui/chip.tsx';
import { partyOf } from '#console/w/[workspace]/_entries/party-of.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import type { Document } from '#lib/documents/envelope.ts';
import { isClassAStatus } from '#lib/documents/invoice/customer.ts';
import { customerStatusIn } from '#lib/documents/invoice/customer-status.ts';

/** Who is invoiced, and as what for the VAT: also where nobody said it, which decides the class all the same. */
export async function CustomerFacts({ doc, isLocked }: { doc: Document; isLocked: boolean }) {
  const t = await getTranslations('console.invoices');
  const suppliers = await getTranslations('console.suppliers');
  const statuses = await getTranslations('console.suppliers.vatStatuses');
  const status = customerStatusIn(doc);
  const { name, code } = partyOf(isMembers(doc.customer) ? doc.customer : {});
  return (
    <>
      <dt>{t('card.customer')}</dt>
      <dd>
        {doc.customer ? <bdi>{name}</bdi> : t('list.noCustomer')}{' '}
        {code !== '-' && <span className="hint nowrap">{formatCuit(code)}</span>}
      </dd>
      {status && (
        <>
          <dt>{t('card.vatStatus')}</dt>
          <dd>
            {vatStatusText(statuses, status.code)}{' '}
            {status.isAssumed && <Chip tone="wait">{suppliers('editor.assumed')}</Chip>}
            {status.isAssumed && isClassAStatus(status.code) && !isLocked && (
              <p className="hint">{suppliers('assumed.inEntry')}</p>
            )}
          </dd>
        </>
      )}
    </>
  );
}
