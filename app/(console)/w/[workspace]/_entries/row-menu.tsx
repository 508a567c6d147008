'use client';

import { ActionIcon, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import Link from 'next/link';
import { useTranslations } from 'next-intl';

interface RowMenuProps {
  /** Of the row, for who hears it without seeing it. */
  label: string;
  links: { href: string; text: string }[];
  copies: { value: string; text: string }[];
}

/** What else can be done with the entry of a row. */
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
