'use client';

import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { isFreeKey } from '../_ui/row-table.tsx';

const KeysDialog = dynamic(() => import('./keys-dialog.tsx').then((module) => module.KeysDialog));

/** Shows the keys of the Console when `?` is pressed. */
export function KeysSheet() {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '?' || !isFreeKey(event)) return;
      event.preventDefault();
      setWasOpened(true);
      setIsOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return wasOpened && <KeysDialog opened={isOpen} onClose={() => setIsOpen(false)} />;
}
