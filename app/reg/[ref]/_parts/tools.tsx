import { locales } from '#lib/i18n.ts';
import { hasEnded, nextPath, type PageSlug, visitsPortal } from '../flow.ts';
import { Icon } from './icon.tsx';
import type { WatchingPage } from './live-status.tsx';
import type { StepProps } from './step-page.tsx';
import { textsIn } from './texts.tsx';

interface ToolsProps {
  props: StepProps;
  /** Where a change of language comes back to; absent on the first page. */
  page?: PageSlug | WatchingPage | undefined;
}

/** On every page: other devices, other people, paper, and the other language. */
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
        {link.scope === 'full' && open && (
          <li>
            <a href={`${basePath}/contador`}>
              <Icon name="person" />
              {t('frame.handOver')}
            </a>
          </li>
        )}
        {begun && open && visitsPortal(registration) && (
          <li>
            <a href={`${basePath}/guia`}>
              <Icon name="file" />
              {t('frame.wholeGuide')}
            </a>
          </li>
        )}
        {begun && open && (
          <li>
            <a href={`${basePath}?inicio`}>
              <Icon name="note" />
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
