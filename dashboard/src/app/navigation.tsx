import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { LANGUAGE_NAMES, LOCALES, pageLocale } from '../i18n';
import { groupsFor, type Place } from './places';
import { useViewer } from './viewer';

/**
 * The places that the user may see, in groups, and the languages. A click on a view calls
 * `onFollow`; a click on a page outside of the dashboard does not.
 */
export function Navigation({ onFollow }: { readonly onFollow?: () => void }) {
  const { t } = useTranslation();
  const groups = groupsFor(useViewer().capabilities);
  const id = useId();
  return (
    <>
      <nav aria-label={t('nav.label')} className="places-of-dashboard">
        {groups.map(({ name, places }) => (
          <div key={name}>
            {/* One group alone needs no name. */}
            {groups.length > 1 && (
              <p className="group" id={`${id}-${name}`}>
                {t(name)}
              </p>
            )}
            <ul aria-labelledby={groups.length > 1 ? `${id}-${name}` : undefined}>
              {places.map((place) => (
                <li key={place.name}>
                  <PlaceLink place={place} {...(onFollow ? { onFollow } : {})} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <Languages />
    </>
  );
}

function PlaceLink(props: { readonly place: Place; readonly onFollow?: () => void }) {
  const { place, onFollow } = props;
  const { t } = useTranslation();
  if ('href' in place) return <a href={place.href}>{t(place.name)}</a>;
  return (
    <NavLink to={place.to} end={place.end ?? false} onClick={onFollow}>
      {t(place.name)}
    </NavLink>
  );
}

/**
 * Links to the same view in each language. The service stores the choice and sends the page again.
 */
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
