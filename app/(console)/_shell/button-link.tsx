'use client';

import { Button, type ButtonProps } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';

interface ButtonLinkProps extends ButtonProps {
  href: string;
  children: ReactNode;
}

/** A link that looks like a button: an island of its own, since a page of the server can hand no component on. */
export function ButtonLink(props: ButtonLinkProps) {
  return <Button component={Link} {...props} />;
}
