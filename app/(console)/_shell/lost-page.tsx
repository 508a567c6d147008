import { getTranslations } from 'next-intl/server';

export async function LostPage() {
  const t = await getTranslations('console.shell.notFound');
  return (
    <div className="lost">
      <h1>{t('title')}</h1>
      <p>{t('text')}</p>
      <p>
        <a href="/console">{t('home')}</a>
      </p>
    </div>
  );
}
