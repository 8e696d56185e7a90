import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to the main part of the page if the element that had it has left. Otherwise the
 * next press of Tab would begin at the top of the page.
 */
export function catchFocus(): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  document.getElementById('content')?.focus({ preventScroll: true });
}

/**
 * Catches the focus when a button leaves the page with it, or with its open dialog. A view that
 * reads its data again may remove the button before or after the dialog has closed.
 */
export function useCaughtFocus(button: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const hasDialog = useRef(isOpen);
  hasDialog.current = isOpen;
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      // At this time the button is still in the page.
      const hasFocus = hasDialog.current || document.activeElement === element;
      if (hasFocus) queueMicrotask(catchFocus);
    };
  }, [button]);
}
