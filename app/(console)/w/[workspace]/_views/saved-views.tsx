import { VisuallyHidden } from '@mantine/core';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Icon } from '#console/_ui/icon.tsx';
import { addressOf } from '#console/_ui/list-page.tsx';
import { listSavedViews, type ViewableList } from '#lib/accounts/saved-views.ts';
import type { Context } from '#lib/context.ts';
import { RemoveView, SaveView } from './save-view.tsx';

interface SavedViewsProps {
  ctx: Context;
  list: ViewableList;
  /** Address of the list, and its current parameters. */
  path: string;
  shown: Record<string, string>;
}

/**
 * Saved views of a list, and a button that saves the current filters. Empty if there are neither views nor
 * filters.
 */
export async function SavedViews({ ctx, list, path, shown }: SavedViewsProps) {
  const t = await getTranslations('console.shell.views');
  const views = await listSavedViews(ctx, list);
  const isNarrowed = Object.keys(shown).length > 0;
  const current = views.find(({ filters }) => isSame(filters, shown));
  if (views.length === 0 && !isNarrowed) return null;
  const { slug } = ctx.workspace;
  return (
    <nav className="saved-views" aria-label={t('label')}>
      {views.length > 0 && (
        <ul>
          <li>
            <Link href={path} aria-current={isNarrowed ? undefined : 'page'}>
              {t('all')}
            </Link>
          </li>
          {views.map((view) => (
            <li key={view.id}>
              <Link
                href={addressOf(path, view.filters)}
                prefetch={false}
                aria-current={view === current ? 'page' : undefined}
                title={
                  view.sharedBy
                    ? t('sharedBy', { name: view.sharedBy })
                    : view.isShared
                      ? t('shared')
                      : undefined
                }
              >
                <bdi>{view.name}</bdi>
                {view.isShared && (
                  <>
                    {' '}
                    <Icon name="people" size={16} />
                    <VisuallyHidden>{t('shared')}</VisuallyHidden>
                  </>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <span className="saved-views-acts">
        {isNarrowed && !current && <SaveView workspace={slug} list={list} filters={shown} />}
        {current?.isRemovable && <RemoveView workspace={slug} view={current} />}
      </span>
    </nav>
  );
}

const isSame = (one: Record<string, string>, other: Record<string, string>) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);
