import { renderDocument } from '#app/reg/[ref]/_parts/document.tsx';
import { DocumentationFrame } from './_frame.tsx';
import { type Guide, readGuide } from './_guide.ts';
import { addressOf, groups, type PageName, pages } from './_pages.ts';

const made = new Map<PageName, Promise<string>>();

/** A page of docs/, as HTML. Rendered once. */
export async function guidePage(name: PageName): Promise<Response> {
  const html = made.get(name) ?? renderDocument(<GuideDocument name={name} />);
  made.set(name, html);
  return new Response(await html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

function GuideDocument({ name }: { name: PageName }) {
  const at = pages.findIndex((page) => page.name === name);
  const guide = readGuide(name);
  return (
    <DocumentationFrame
      title={pages[at]?.title ?? name}
      area="guides"
      contents={<Contents name={name} guide={guide} />}
    >
      {partsOf(guide).length > 1 && (
        <nav className="here" aria-labelledby="here">
          <p id="here">On this page</p>
          <Parts guide={guide} />
        </nav>
      )}
      <main id="content">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of our own pages, without the markup in them */}
        <div className="guide" dangerouslySetInnerHTML={{ __html: guide.html }} />
        <Neighbours at={at} />
      </main>
    </DocumentationFrame>
  );
}

/** List of all pages, with the current page's headings, which a wide screen shows on the other side. */
const Contents = ({ name, guide }: { name: PageName; guide: Guide }) => (
  <ul>
    {Object.entries(groups).map(([group, titles]) => (
      <li key={group}>
        <span className="group">{group}</span>
        <ul>
          {Object.entries(titles).map(([each, title]) => (
            <li key={each}>
              <a href={addressOf(each as PageName)} aria-current={each === name ? 'page' : undefined}>
                {title}
              </a>
              {each === name && <Parts guide={guide} />}
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

function Neighbours({ at }: { at: number }) {
  const [before, after] = [pages[at - 1], pages[at + 1]];
  return (
    <nav className="neighbours" aria-label="Previous and next">
      {before && (
        <a rel="prev" href={addressOf(before.name)}>
          <span>Previous</span> {before.title}
        </a>
      )}
      {after && (
        <a rel="next" href={addressOf(after.name)}>
          <span>Next</span> {after.title}
        </a>
      )}
    </nav>
  );
}
