'use client';

import Link, { useLinkStatus } from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Icon } from '../_ui/icon.tsx';
import { usePermission } from '../_ui/permitted.tsx';
import { useMarkedSection } from './current-section.tsx';
import { navigation, workspacePath } from './navigation.ts';

/** The sections of the workspace; those of a group below its heading. */
export function SideNavigation({ workspace }: { workspace: string }) {
  const t = useTranslations('console.shell');
  const pathname = usePathname();
  const marked = useMarkedSection();
  const isPermitted = usePermission();
  const offered = navigation.filter(({ needs }) => isPermitted(needs));
  const current = navigation.find(({ path }) => path === marked) ?? currentItem(pathname, workspace);
  return (
    <ul className="sections">
      {offered.map((item, index) => (
        <li key={item.name}>
          {item.section && item.section !== offered[index - 1]?.section && (
            <p className="section-name">{t(`sections.${item.section}`)}</p>
          )}
          <Link
            href={workspacePath(workspace, item.path)}
            // Each is of the moment: asking for all of them with every page is work for nothing.
            prefetch={false}
            className="section-link"
            aria-current={item === current ? 'page' : undefined}
          >
            <Icon name={item.icon} />
            {t(`nav.${item.name}`)}
            <Pending />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The longest path that the page's begins with: below a list are the pages of its items. */
function currentItem(pathname: string, workspace: string) {
  const below = (path: string) => {
    const whole = workspacePath(workspace, path);
    return pathname === whole || (path !== '' && pathname.startsWith(`${whole}/`));
  };
  return navigation.filter(({ path }) => below(path)).sort((a, b) => b.path.length - a.path.length)[0];
}

/** While the page that was asked for is on its way. */
function Pending() {
  const { pending } = useLinkStatus();
  return <span className="link-pending" data-pending={pending} aria-hidden="true" />;
}
