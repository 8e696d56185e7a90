import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { useViewer } from '../../app/viewer';
import { ProblemAlert } from '../../kit/problem-alert';
import { useWrite } from '../../kit/use-write';
import { claim, type ReviewEntry, release } from './review-api';

/**
 * The buttons that claim an upload, release it, or, for admins, take over another's claim. Each of
 * them loads the view again, also after a refusal.
 */
export function Claim({ entry: { id, holder } }: { readonly entry: ReviewEntry }) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const { revalidate } = useRevalidator();
  const { run, isBusy, error } = useWrite();
  const act = (work: () => Promise<void>) =>
    run(async () => {
      try {
        await work();
      } finally {
        // Reads also after a refusal, because the entry then names the moderator who was faster.
        await revalidate();
      }
    });
  const isOwn = holder?.id === viewer.id;
  return (
    <div>
      <Group>
        {holder === null && (
          <Button loading={isBusy} onClick={() => void act(() => claim(id, false))}>
            {t('review.claim')}
          </Button>
        )}
        {isOwn && (
          <Button variant="default" loading={isBusy} onClick={() => void act(() => release(id))}>
            {t('review.release')}
          </Button>
        )}
        {holder !== null && !isOwn && viewer.isAdmin && (
          <Button
            variant="default"
            loading={isBusy}
            onClick={() => void act(() => claim(id, true))}
          >
            {t('review.takeOver')}
          </Button>
        )}
      </Group>
      {error !== null && <ProblemAlert error={error} />}
    </div>
  );
}
