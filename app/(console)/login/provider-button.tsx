'use client';

import { Button } from '@mantine/core';

/** A plain link: what is fetched before it is pressed would begin a login. */
export function ProviderButton({ href, children }: { href: string; children: string }) {
  return (
    <Button component="a" href={href} variant="default" size="md">
      {children}
    </Button>
  );
}
