'use client';

import { useTranslations } from 'next-intl';
import { Notice } from '#console/_ui/notice.tsx';
import type { ToldFault } from '../upload-answer.ts';

/** What is to be mended in the file, by line and column. */
export function UploadFaults({ faults, total }: { faults: ToldFault[]; total: number }) {
  const t = useTranslations('console.batches.upload');
  return (
    <>
      <Notice tone="bad" title={t('faulty', { count: total })}>
        {t(total > faults.length ? 'faultyMore' : 'faultyText', { count: faults.length })}
      </Notice>
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">{t('line')}</th>
            <th scope="col">{t('column')}</th>
            <th scope="col">{t('fault')}</th>
          </tr>
        </thead>
        <tbody>
          {faults.map(({ line, column, message }) => (
            <tr key={`${line} ${column} ${message}`}>
              <td data-label={t('line')}>{line}</td>
              <td data-label={t('column')}>{column}</td>
              <td data-label={t('fault')}>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
