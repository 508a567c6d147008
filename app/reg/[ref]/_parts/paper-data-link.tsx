import { canEnterPaperData } from '#lib/registrations/paper-data.ts';
import type { StepProps } from './step-page.tsx';
import { Icon } from './tools.tsx';

/** Element that the page scrolls to after the data was stored. */
export const paperDataAnchor = 'factura';

type PaperDataLinkProps = Pick<StepProps, 'registration' | 'basePath' | 't' | 'hasSaved'>;

/**
 * Link to the page for the data of printed invoices, with what lacks, and the message that it was stored. Shows nothing
 * to helpers, and if nothing lacks.
 */
export function PaperDataLink({ registration, basePath, t, hasSaved }: PaperDataLinkProps) {
  const { paperGaps } = registration;
  if (!canEnterPaperData(registration) || (paperGaps.length === 0 && !hasSaved)) return null;
  return (
    <section className="card" id={paperDataAnchor} tabIndex={-1}>
      {hasSaved && (
        <p role="status">
          <Icon name="check" /> {t('paperData.saved')}
        </p>
      )}
      {paperGaps.length === 0 ? (
        <p>
          {t('paperData.complete')} <a href={`${basePath}/factura`}>{t('paperData.change')}</a>
        </p>
      ) : (
        <>
          <h2>{t('paperData.lacking', { count: paperGaps.length })}</h2>
          <ul>
            {paperGaps.map((gap) => (
              <li key={gap}>{t(`paperData.gaps.${gap}`)}</li>
            ))}
          </ul>
          <p className="next">
            <a className="button button-second" href={`${basePath}/factura`}>
              {t('paperData.fillIn')}
            </a>
          </p>
        </>
      )}
    </section>
  );
}
