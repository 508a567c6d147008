import Link from 'next/link';
import { workspacePath } from '#console/_shell/navigation.ts';
import { invoiceTexts } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { StateChip } from '#console/w/[workspace]/_entries/state-chip.tsx';
import { summaryOfSnippet } from '#lib/documents/invoice/summary.ts';
import type { ListedEntry } from '#lib/silo/entries.ts';

/** An invoice among others of the same supplier. */
export async function InvoiceLine({
  invoice: { id, state, snippet },
  workspace,
}: {
  invoice: ListedEntry;
  workspace: string;
}) {
  const texts = await invoiceTexts();
  const invoice = summaryOfSnippet(snippet);
  return (
    <li className="line">
      <Link href={workspacePath(workspace, `/entries/${id}`)} prefetch={false} className="row-link">
        {texts.title(invoice)}
      </Link>
      <StateChip state={state} />
      <span className="hint">
        {texts.day(invoice.issueDate)} · {texts.total(invoice)}
        {invoice.customer && (
          <>
            {' '}
            · <bdi>{invoice.customer}</bdi>
          </>
        )}
      </span>
    </li>
  );
}
