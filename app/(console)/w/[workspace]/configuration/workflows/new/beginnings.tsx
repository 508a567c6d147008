import { getTranslations } from 'next-intl/server';
import { LinkButton } from '#console/_ui/buttons.tsx';
import { providers } from '#lib/workflows/providers.ts';
import { templateNames, templates, withIds } from '#lib/workflows/templates.ts';
import { stepTitle } from '../step-title.ts';

/** The templates and the empty workflow, each with what it does. */
export async function Beginnings({ path }: { path: string }) {
  const t = await getTranslations('console.workflows');
  return (
    <ul className="beginnings">
      {templateNames.map((template) => {
        const name = t(`templates.${template}.name`);
        return (
          <li key={template} className="sheet sheet-text">
            <h2>{name}</h2>
            <p>{t(`templates.${template}.text`)}</p>
            <ol className="beginning-steps">
              {withIds(templates[template].steps).map((step) => (
                <li key={step.id}>{stepTitle(t, step, providers)}</li>
              ))}
            </ol>
            <LinkButton href={`${path}?template=${template}`} aria-label={t('start.useLabel', { name })}>
              {t('start.use')}
            </LinkButton>
          </li>
        );
      })}
      <li className="sheet sheet-text">
        <h2>{t('start.empty')}</h2>
        <p>{t('start.emptyText')}</p>
        <LinkButton href={`${path}?template=none`} variant="light">
          {t('start.emptyUse')}
        </LinkButton>
      </li>
    </ul>
  );
}
