import { Skeleton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { useLeaveGuard } from '../upload/use-transfers';
import { Menu } from './menu';
import { Navigation } from './navigation';
import { Notice, noticeIn, useNotify } from './notices';
import { ViewOutlet, ViewSkeleton } from './view-outlet';

/**
 * The frame of every view: the navigation, the languages and the main part. It shows a bar while a
 * view is loading. The browser asks before it closes a page that still sends a file
 * (`useLeaveGuard`).
 */
export function Shell() {
  const { t } = useTranslation();
  const isLoading = useNavigation().state === 'loading';
  const main = useFocusOnChange();
  useLeaveGuard();
  return (
    <div className="frame">
      {isLoading && (
        <div className="progressing" role="progressbar" aria-label={t('app.loading')} />
      )}
      <div className="side beside">
        <Navigation />
      </div>
      <div className="menu-bar">
        <Menu />
      </div>
      <main className="content" id="content" tabIndex={-1} ref={main}>
        <Notice />
        <ViewOutlet frame="dashboard" />
      </main>
      <ScrollRestoration />
    </div>
  );
}

/**
 * Moves the focus to the main part when the path changes, and replaces the old message by the one
 * that the navigation brings. Returns the ref of the main part.
 */
function useFocusOnChange() {
  const { pathname, state } = useLocation();
  const notify = useNotify();
  const main = useRef<HTMLElement>(null);
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    main.current?.focus({ preventScroll: true });
    notify(noticeIn(state));
  }, [pathname, state, notify]);
  return main;
}

/** The frame before the first view has its data. */
export function ShellSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="frame" role="status" aria-label={t('app.loading')}>
      <div className="side beside">
        <Skeleton height={28} mb="sm" />
        <Skeleton height={28} />
      </div>
      <div className="menu-bar">
        <Skeleton height={36} width={96} />
      </div>
      <div className="content">
        <ViewSkeleton />
      </div>
    </div>
  );
}
