'use client';

import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, useState } from 'react';
import type { List } from './draft.ts';

interface Reorder {
  list: List;
  index: number;
  onDrop: (from: number) => void;
}

/** A step that is dragged by its handle to the place of another of its list. */
export function useReorder({ list, index, onDrop }: Reorder) {
  const card = useRef<HTMLElement>(null);
  const handle = useRef<HTMLElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = useRef(onDrop);
  useEffect(() => {
    drop.current = onDrop;
  });
  useEffect(() => {
    const [element, dragHandle] = [card.current, handle.current];
    if (!element || !dragHandle) return;
    return combine(
      draggable({ element, dragHandle, getInitialData: () => ({ list, index }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.list === list && source.data.index !== index,
        onDragEnter: () => setIsOver(true),
        onDragLeave: () => setIsOver(false),
        onDrop: ({ source }) => {
          setIsOver(false);
          drop.current(Number(source.data.index));
        },
      }),
    );
  }, [list, index]);
  return { card, handle, isOver };
}
