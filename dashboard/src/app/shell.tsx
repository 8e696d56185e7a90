import { Skeleton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { LANGUAGE_NAMES, LOCALES, pageLocale } from '../i18n';
import { useLeaveGuard } from '../upload/use-transfers';
import { Notice, noticeIn, useNotify } from './notices';
import { useViewer } from './viewer';

const PLACES = [
  { to: '/', name: 'nav.overview', end: true },
  { to: '/mods', name: 'nav.mods', end: false },
  { to: '/statistics', name: 'nav.statistics', end: false },
  { to: '/webhooks', name: 'nav.webhooks', end: false },
] as const;

/** The pages of the account, which have forms of their own. */
const PAGES = [
  { href: '/account/keys', name: 'nav.keys' },
  { href: '/account/developer/applications', name: 'nav.applications' },
] as const;

/** The frame of every view: the navigation, the languages and the main part. */
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
      <aside className="side">
        <Navigation />
      </aside>
      <main className="content" id="content" tabIndex={-1} ref={main}>
        <Notice />
        <Outlet />
      </main>
      <ScrollRestoration />
    </div>
  );
}

/** The views of staff, each with the capability that it needs. */
const STAFF_PLACES = [
  { to: '/review', name: 'nav.review', needs: 'review_uploads' },
  { to: '/reports', name: 'nav.reports', needs: 'decide_reports' },
  { to: '/takedowns', name: 'nav.takedowns', needs: 'take_down' },
  { to: '/blocklist', name: 'nav.blocklist', needs: 'manage_blocklist' },
  { to: '/users', name: 'nav.users', needs: 'manage_users' },
  { to: '/applications', name: 'nav.applicationReviews', needs: 'review_applications' },
  { to: '/games', name: 'nav.games', needs: 'manage_games' },
  { to: '/audit', name: 'nav.audit', needs: 'read_audit_log' },
  { to: '/system', name: 'nav.system', needs: 'read_system_status' },
] as const;

function Navigation() {
  const { t } = useTranslation();
  const { capabilities } = useViewer();
  const staff = STAFF_PLACES.filter(({ needs }) => capabilities.includes(needs));
  return (
    <>
      <nav aria-label={t('nav.label')}>
        <ul>
          {PLACES.map(({ to, name, end }) => (
            <li key={to}>
              <NavLink to={to} end={end}>
                {t(name)}
              </NavLink>
            </li>
          ))}
          {PAGES.map(({ href, name }) => (
            <li key={href}>
              <a href={href}>{t(name)}</a>
            </li>
          ))}
        </ul>
      </nav>
      {staff.length > 0 && (
        <nav aria-label={t('nav.staff')} className="staff">
          <ul>
            {staff.map(({ to, name }) => (
              <li key={to}>
                <NavLink to={to}>{t(name)}</NavLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Languages />
    </>
  );
}

/** The same view in other languages. The service stores the choice and sends the page again. */
function Languages() {
  const { t } = useTranslation();
  useLocation();
  const here = (lang: string) => {
    const url = new URL(window.location.href);
    url.searchParams.set('lang', lang);
    return `${url.pathname}${url.search}`;
  };
  return (
    <nav aria-label={t('nav.language')} className="languages">
      <ul>
        {LOCALES.map((locale) => (
          <li key={locale}>
            <a
              href={here(locale)}
              lang={locale}
              hrefLang={locale}
              aria-current={locale === pageLocale() ? 'true' : undefined}
            >
              {LANGUAGE_NAMES[locale]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * Moves the focus to the main part when the view changes, and replaces the old message by the one that
 * the navigation brings.
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
      <div className="side">
        <Skeleton height={28} mb="sm" />
        <Skeleton height={28} />
      </div>
      <div className="content">
        <Skeleton height={32} width="40%" mb="lg" />
        <Skeleton height={160} radius="lg" />
      </div>
    </div>
  );
}
