import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import './notice.css';

interface NoticeProps {
  tone: 'wait' | 'bad' | 'good';
  title: string;
  children: ReactNode;
}

/** What has to be read before going on. Told aloud when it appears. */
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
