import { renderDocument } from '#app/reg/[ref]/_parts/document.tsx';
import { env } from '#lib/env.ts';
import { DocumentationFrame, SpanishDocumentation } from './_frame.tsx';
import { type Guide, markdownOf, readGuide } from './_guide.ts';
import {
  addressOf,
  groups,
  isIn,
  type Locale,
  type PageName,
  pages,
  sourceAddressOf,
  spanishGroups,
  titleOf,
} from './_pages.ts';
import { frameTexts } from './_texts.ts';

const made = new Map<string, Promise<string>>();

/** A page of docs/, as HTML. Rendered once. */
export async function guidePage(name: PageName, locale: Locale = 'en'): Promise<Response> {
  const key = `${locale}/${name}`;
  const html = made.get(key) ?? renderDocument(<GuideDocument name={name} locale={locale} />);
  made.set(key, html);
  return new Response(await html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

/** A page of docs/ as Markdown, for programs that read it. */
export const guideMarkdown = (name: PageName, locale: Locale): Response =>
  new Response(markdownOf(name, locale), { headers: { 'content-type': 'text/markdown; charset=utf-8' } });

interface Props {
  name: PageName;
  locale: Locale;
}

function GuideDocument({ name, locale }: Props) {
  const at = pages.findIndex((page) => page.name === name);
  const guide = readGuide(name, locale);
  const { title = name, spanishTitle = name } = pages[at] ?? {};
  return (
    <DocumentationFrame
      title={locale === 'en' ? title : spanishTitle}
      area="guides"
      locale={locale}
      head={<Alternates name={name} locale={locale} />}
      contents={<Contents name={name} locale={locale} guide={guide} />}
    >
      {partsOf(guide).length > 1 && (
        <nav className="here" aria-labelledby="here">
          <p id="here">{frameTexts[locale].onThisPage}</p>
          <Parts guide={guide} />
        </nav>
      )}
      <main id="content">
        <LanguageSwitch name={name} locale={locale} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of our own pages, without the markup in them */}
        <div className="guide" dangerouslySetInnerHTML={{ __html: guide.html }} />
        <Neighbours at={at} locale={locale} />
      </main>
    </DocumentationFrame>
  );
}

/** The same page in the other language, and as Markdown. */
const Alternates = ({ name, locale }: Props) => (
  <>
    {isIn('es', name) &&
      (['en', 'es'] as const).map((each) => (
        <link
          key={each}
          rel="alternate"
          hrefLang={each}
          href={`${env().ALTA_ORIGIN}${addressOf(name, each)}`}
        />
      ))}
    <link rel="alternate" type="text/markdown" href={sourceAddressOf(name, locale)} />
  </>
);

function LanguageSwitch({ name, locale }: Props) {
  if (!isIn('es', name)) return <SpanishDocumentation />;
  const [other, label] = locale === 'en' ? (['es', 'Español'] as const) : (['en', 'English'] as const);
  return (
    <p className="language-switch">
      <a rel="alternate" href={addressOf(name, other)} hrefLang={other} lang={other}>
        {label}
      </a>
    </p>
  );
}

/** Answer for an address of the documentation that has no page. */
export async function noSuchGuide(locale: Locale): Promise<Response> {
  const t = frameTexts[locale];
  const html = await renderDocument(
    <DocumentationFrame
      title={t.noSuchPage}
      area="guides"
      locale={locale}
      contents={<Contents locale={locale} />}
    >
      <main id="content">
        <div className="guide">
          <h1>{t.noSuchPage}</h1>
          <p>{t.noSuchPageMore}</p>
        </div>
      </main>
    </DocumentationFrame>,
  );
  return new Response(html, { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

/** List of all pages, with the current page's headings, which a wide screen shows on the other side. */
const Contents = ({ name, locale, guide }: { name?: PageName; locale: Locale; guide?: Guide }) => (
  <ul>
    {Object.keys(groups).map((group) => (
      <li key={group}>
        <span className="group">
          {locale === 'en' ? group : spanishGroups[group as keyof typeof spanishGroups]}
        </span>
        <ul>
          {pages
            .filter((page) => page.group === group)
            .map((page) => (
              <li key={page.name}>
                <a
                  href={addressOf(page.name, locale)}
                  hrefLang={isIn(locale, page.name) ? undefined : 'en'}
                  aria-current={page.name === name ? 'page' : undefined}
                >
                  {titleOf(page, locale)}
                </a>
                {guide && page.name === name && <Parts guide={guide} />}
              </li>
            ))}
        </ul>
      </li>
    ))}
  </ul>
);

const partsOf = ({ headings }: Guide) => headings.filter(({ depth }) => depth === 2);

const Parts = ({ guide }: { guide: Guide }) => (
  <ul className="parts">
    {partsOf(guide).map(({ id, text }) => (
      <li key={id}>
        <a href={`#${id}`}>{text}</a>
      </li>
    ))}
  </ul>
);

function Neighbours({ at, locale }: { at: number; locale: Locale }) {
  const [before, after] = [pages[at - 1], pages[at + 1]];
  const t = frameTexts[locale];
  return (
    <nav className="neighbours" aria-label={t.neighbours}>
      {before && (
        <a rel="prev" href={addressOf(before.name, locale)}>
          <span>{t.previous}</span> {titleOf(before, locale)}
        </a>
      )}
      {after && (
        <a rel="next" href={addressOf(after.name, locale)}>
          <span>{t.next}</span> {titleOf(after, locale)}
        </a>
      )}
    </nav>
  );
}
