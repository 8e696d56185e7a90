import { Button, CloseButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigation } from './navigation';

/** Windows that show the navigation beside the view; the styles in `layout/` have this width. */
const WIDE = '(min-width: 48.01rem)';

/**
 * The navigation of narrow windows: a button that opens it over the view. The browser's own dialog
 * keeps the focus inside, closes with Escape and gives the focus back. It costs no script, so the
 * first visit stays small.
 */
export function Menu() {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isWide = useMediaQuery(WIDE);
  const close = () => dialog.current?.close();
  // A wide window hides the dialog. A modal dialog that stays open makes the page inert.
  useEffect(() => {
    if (isWide) dialog.current?.close();
  }, [isWide]);
  const open = () => {
    dialog.current?.showModal();
    setOpen(true);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<Bars />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
      >
        {t('nav.menu')}
      </Button>
      <dialog
        className="side menu"
        aria-label={t('nav.menu')}
        closedby="any"
        ref={dialog}
        onClose={() => setOpen(false)}
      >
        <CloseButton className="menu-close" aria-label={t('app.close')} onClick={close} />
        {isOpen && <Navigation onFollow={close} />}
      </dialog>
    </>
  );
}

function Bars() {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M2 4h12M2 8h12M2 12h12" />
    </svg>
  );
}
