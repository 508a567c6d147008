import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

/** Where nothing is yet: what would be here, and what to do next. */
export function EmptyNote({
  icon,
  title,
  children,
  action,
}: {
  icon: IconName;
  title?: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="empty-note">
      <Icon name={icon} size={32} />
      {title && <h2>{title}</h2>}
      <p>{children}</p>
      {action}
    </div>
  );
}
