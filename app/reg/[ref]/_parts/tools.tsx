import { locales } from '#lib/i18n.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { hasEnded, nextPath, type PageSlug, visitsPortal, type WatchingPage } from '../flow.ts';
import { type Texts, textsIn } from './texts.tsx';

export interface ToolsProps {
  props: { registration: Registration; basePath: string; t: Texts };
  /** Page to return to after a change of language. Absent on the first page. */
  page?: PageSlug | WatchingPage | undefined;
}

/** Links on every page: continue elsewhere, hand over, print, and change the answers or the language. */
export function Tools({ props, page }: ToolsProps) {
  const { registration, basePath, t } = props;
  const { link, state } = registration;
  const begun = nextPath(registration) !== '';
  const open = state !== 'completed';
  return (
    <nav className="tools" aria-label={t('frame.tools')}>
      <ul>
        {!hasEnded(registration) && (
          <li>
            <a href={`${basePath}/seguir`}>
              <Icon name="screen" />
              {t('frame.goOn')}
            </a>
          </li>
        )}
        {link.scope === 'full' && open && page !== undefined && (
          <li>
            <a href={`${basePath}/contador`}>
              <Icon name="person" />
              {t('frame.handOver')}
            </a>
          </li>
        )}
        {begun && open && visitsPortal(registration) && (
          <li>
            <a href={`${basePath}/hoja`}>
              <Icon name="file" />
              {t('frame.sheet')}
            </a>
          </li>
        )}
        {begun && open && (
          <li>
            <a href={`${basePath}?inicio`}>
              <Icon name="pencil" />
              {t('frame.answers')}
            </a>
          </li>
        )}
        <li>
          <LanguageSwitch props={props} page={page} />
        </li>
      </ul>
    </nav>
  );
}

function LanguageSwitch({ props: { basePath, t }, page }: ToolsProps) {
  const [other = t.locale] = locales.filter((locale) => locale !== t.locale);
  return (
    <form method="post" action={`${basePath}/idioma`}>
      <input type="hidden" name="pagina" value={page ?? ''} />
      <button type="submit" className="link-button" name="idioma" value={other} lang={other}>
        <Icon name="globe" />
        {textsIn(other)('frame.itself')}
      </button>
    </form>
  );
}

const shapes = {
  check: <path d="M4 12.5l5 5L20 6.5" />,
  cross: <path d="M6 6l12 12M18 6L6 18" />,
  note: <path d="M12 7v6M12 16.4v.2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z" />,
  wait: <path d="M12 8v4.5l3 1.5M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  pencil: <path d="M5 19l1-4L16 5l3 3L9 18z" />,
  back: <path d="M14.5 5.5L8 12l6.5 6.5" />,
  out: <path d="M9 5H5v14h14v-4M13 5h6v6M19 5l-9 9" />,
  flask: <path d="M9 4h6M10 4v6l-5 8.5a1 1 0 0 0 .9 1.5h12.2a1 1 0 0 0 .9-1.5L14 10V4M7.5 15h9" />,
  seal: <path d="M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6zM8.5 12l2.5 2.5 4.5-5" />,
  shield: <path d="M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6z" />,
  help: (
    <path d="M9.4 9.5a2.7 2.7 0 1 1 4 2.4c-.9.5-1.4 1-1.4 2M12 16.9v.2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z" />
  ),
  calendar: <path d="M4 6h16v14H4zM4 10.5h16M8 3.5v4M16 3.5v4" />,
  file: <path d="M6 3h8l4 4v14H6zM14 3v4h4" />,
  clock: <path d="M12 7v5l3.5 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z" />,
  key: <path d="M11.5 14.5a4 4 0 1 1-2-2L18 4l2 2-2 2 2 2-2.5 2.5-2-2z" />,
  screen: <path d="M3 5h18v11H3zM9 20h6M12 16v4" />,
  globe: <path d="M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18" />,
  person: <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6" />,
} as const;

export type IconName = keyof typeof shapes;

/** Decorative, because it always stands beside words with the same meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {shapes[name]}
    </svg>
  );
}
