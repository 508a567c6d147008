'use client';

import { useTranslations } from 'next-intl';
import { Notice } from '#console/_ui/notice.tsx';
import type { ToldFault } from '../upload-answer.ts';

interface UploadFaultsProps {
  faults: ToldFault[];
  total: number;
  /** Of the lines without a fault: whether they are made, can be, or there are none. */
  rest: 'made' | 'good' | 'none';
}

/** What is to be mended in the file, by line and column. */
export function UploadFaults({ faults, total, rest }: UploadFaultsProps) {
  const t = useTranslations('console.batches.upload');
  return (
    <>
      <Notice tone="bad" title={t('faulty', { count: total })}>
        {total > faults.length && `${t('faultyMore', { count: faults.length })} `}
        {t(`faultyText.${rest}`)}
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
