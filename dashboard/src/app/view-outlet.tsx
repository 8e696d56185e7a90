import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useHref, useLocation, useNavigation } from 'react-router';
import { type Frame, frameBetween } from './frame-between';

/** How long the previous view stays without a skeleton, so that fast reads cause no flicker. */
const PATIENCE_MILLISECONDS = 300;

/**
 * The place of the views in a frame. If the reads of the next view take long, a skeleton covers the
 * previous view. The covered view keeps its state, because the user can still turn back.
 */
export function ViewOutlet({ frame }: { readonly frame: Frame }) {
  const { t } = useTranslation();
  const isCovered = useLongWait(useFrameOfNext() === frame);
  return (
    <>
      {isCovered && (
        <div role="status" aria-label={t('app.loading')}>
          <ViewSkeleton />
        </div>
      )}
      <div hidden={isCovered}>
        <Outlet />
      </div>
    </>
  );
}

/** The placeholder of a view while its data are loading. */
export function ViewSkeleton() {
  return (
    <>
      <Skeleton height={32} width="40%" mb="lg" />
      <Skeleton height={160} radius="lg" />
    </>
  );
}

/** The frame in which the navigation under way changes the view; null if it does not. */
function useFrameOfNext(): Frame | null {
  const { location: next } = useNavigation();
  const here = useHref(useLocation().pathname);
  return next ? frameBetween(here, next.pathname) : null;
}

function useLongWait(isWaiting: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLong(true), PATIENCE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isWaiting]);
  return isWaiting && isLong;
}
