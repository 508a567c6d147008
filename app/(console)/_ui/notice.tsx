import type { ReactNode } from 'react';
import { type RejectionReason, supportCodes } from '#lib/certificates/rejection.ts';
import { Icon, type IconName } from './icon.tsx';

interface NoticeProps {
  tone: 'wait' | 'bad' | 'good';
  title: string;
  children: ReactNode;
}

/** An important message, announced by screen readers when it appears. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={`notice notice-${tone}`} role="status">
      <Icon name={tone === 'good' ? 'check' : 'note'} />
      <div>
        <strong>{title}</strong>
        <div>{children}</div>
      </div>
    </div>
  );
}

/** Shown instead of an empty list: explains the list and the next action. */
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

/** The code that a supplier reads out to support, and the API's code. */
export const ReasonCode = ({ of: reason }: { of: RejectionReason }) => (
  <span className="hint">
    <code className="nowrap">{supportCodes[reason]}</code> · <code className="nowrap">{reason}</code>
  </span>
);
