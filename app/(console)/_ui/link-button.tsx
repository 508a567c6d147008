'use client';

import { Button, type ButtonProps } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';

/** For pages that are drawn on the server, where a component can not be handed to another as a property. */
export function LinkButton({ href, ...props }: ButtonProps & { href: string; children: ReactNode }) {
  return <Button component={Link} href={href} {...props} />;
}
