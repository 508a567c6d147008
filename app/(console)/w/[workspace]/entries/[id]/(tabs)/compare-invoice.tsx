'use client';

import { Alert, Button } from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Failure } from '#console/_ui/failure.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { compareWithArca } from './actions.ts';
import type { ComparisonText } from './comparison-texts.ts';

interface CompareInvoiceProps {
  workspace: string;
  id: string;
  seriesPath: string | undefined;
}

const colours = { good: 'green', wait: 'yellow', bad: 'red' } as const;

/** Asks the authority for the invoice, and shows what it has beside what is here. */
export function CompareInvoice({ workspace, id, seriesPath }: CompareInvoiceProps) {
  const t = useTranslations('console.entry.compare');
  const { run, pending, failure } = useConsoleAction(compareWithArca.bind(null, workspace));
  const [compared, setCompared] = useState<ComparisonText[]>([]);
  return (
    <div>
      <div className="compare-acts">
        <Button variant="default" size="xs" loading={pending} onClick={() => run({ id }, setCompared)}>
          {t('act')}
        </Button>
        {seriesPath && <Link href={seriesPath}>{t('series')}</Link>}
      </div>
      <Failure of={failure} />
      <div className="compare-found" aria-live="polite">
        {!failure &&
          compared.map((each) => (
            <Alert key={each.title} color={colours[each.tone]} title={each.title}>
              <p lang={each.lang}>{each.text}</p>
              {each.rows.length > 0 && <Comparison rows={each.rows} />}
            </Alert>
          ))}
      </div>
    </div>
  );
}

function Comparison({ rows }: Pick<ComparisonText, 'rows'>) {
  const t = useTranslations('console.entry.compare');
  return (
    <table className="compare-rows">
      <thead>
        <tr>
          <td />
          <th scope="col">{t('here')}</th>
          <th scope="col">{t('there')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, here, there, differs }) => (
          <tr key={name} data-differs={differs || undefined}>
            <th scope="row">{name}</th>
            <td>
              <bdi>{here}</bdi>
            </td>
            <td>
              <bdi>{there}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
