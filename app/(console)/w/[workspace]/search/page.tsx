import { Button, TextInput } from '@mantine/core';
import Form from 'next/form';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { findPlaces, type SearchItem, searchPath } from '#console/_shell/search-places.ts';
import '#console/_shell/search.css';
import { Icon } from '#console/_ui/icon.tsx';
import { paramOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { isPermitted } from '#lib/roles.ts';
import { searchFor } from './_found.ts';

export const generateMetadata = titled('shell.search.label');

interface SearchPageProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

const mostOfEach = 25;

/** The search as a page: more results per group, an address of its own, and no script required. */
export default async function SearchPage({ params, searchParams }: SearchPageProps) {
  const visit = await requireMember((await params).workspace);
  const q = paramOf(await searchParams, 'q') ?? '';
  const shell = await getTranslations('console.shell');
  const t = await getTranslations('console.shell.search');
  const at = (path: string) => workspacePath(visit.ctx.workspace.slug, path);
  const { groups, elsewhere } = await searchFor(visit, q, mostOfEach);
  const places = findPlaces(q, shell, (permission) => isPermitted(visit.ctx, permission)).map(
    ({ path, ...place }) => ({ ...place, href: at(path), detail: '' }),
  );
  const isNothing = groups.length === 0 && places.length === 0;
  return (
    <>
      <PageHeader title={t('label')} lead={t('lead')} />
      <Form action={at(searchPath)} className="sheet filters found-form" role="search">
        <TextInput
          key={q}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={200}
          label={t('field')}
          placeholder={t('placeholder')}
          leftSection={<Icon name="search" size={18} />}
          className="filter-search"
        />
        <Button type="submit" variant="default">
          {t('label')}
        </Button>
      </Form>
      {elsewhere.length > 0 && (
        <p className="found-elsewhere">
          {elsewhere.map(({ name, href, count, more }) => (
            <Link key={href} href={href} prefetch={false}>
              {t(more ? 'moreElsewhere' : 'elsewhere', { count, name })}
            </Link>
          ))}
        </p>
      )}
      {groups.map(({ name, items, more, listHref }) => (
        <FoundGroup key={name} title={t(`groups.${name}`)} items={items}>
          {listHref ? (
            <Link href={listHref} prefetch={false}>
              {t('list')}
            </Link>
          ) : (
            more && <span className="hint">{t('narrow')}</span>
          )}
        </FoundGroup>
      ))}
      {places.length > 0 && <FoundGroup title={t('groups.places')} items={places} />}
      {isNothing && (
        <div className="sheet">
          <EmptyNote icon="search" title={t('nothing', { q })}>
            {t('nothingText')}
          </EmptyNote>
        </div>
      )}
    </>
  );
}

interface FoundGroupProps {
  title: string;
  items: SearchItem[];
  children?: React.ReactNode;
}

function FoundGroup({ title, items, children }: FoundGroupProps) {
  return (
    <section className="sheet">
      <h2 className="sheet-heading">{title}</h2>
      <ul className="found-list">
        {items.map(({ href, title, detail, icon }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two endpoints have the same page
          <li key={index}>
            <Link href={href} prefetch={false} className="search-item">
              <Icon name={icon} size={18} />
              <bdi className="search-title">{title}</bdi>
              {detail && <bdi className="search-detail">{detail}</bdi>}
            </Link>
          </li>
        ))}
      </ul>
      {children && <p className="sheet-text">{children}</p>}
    </section>
  );
}
