'use client';

import { ActionIcon, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import Link from 'next/link';
import { useTranslations } from 'next-intl';

interface RowMenuProps {
  /** Names the row, for screen readers. */
  label: string;
  links: { href: string; text: string }[];
  copies: { value: string; text: string }[];
}

/** Further actions on a row's entry. */
export function RowMenu({ label, links, copies }: RowMenuProps) {
  const t = useTranslations('console.suppliers.menu');
  const { copy } = useClipboard();
  const take = (value: string) => {
    copy(value);
    notifications.show({ message: t('copied', { value }), color: 'green' });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" size={44} className="quiet row-menu" aria-label={label}>
          <svg
            className="icon"
            viewBox="0 0 24 24"
            width={20}
            height={20}
            aria-hidden="true"
            focusable="false"
          >
            <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth={3.2} />
          </svg>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {links.map(({ href, text }) => (
          <Menu.Item key={href} component={Link} href={href} prefetch={false}>
            {text}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {copies.map(({ value, text }) => (
          <Menu.Item key={text} onClick={() => take(value)}>
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
